package dev.plumbline.store;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands until it is set. */
public final class MovableClock extends Clock {
  private final AtomicLong millis;

  public MovableClock(long millis) {
    this.millis = new AtomicLong(millis);
  }

  public void set(long newMillis) {
    millis.set(newMillis);
  }

  public void advanceSeconds(long seconds) {
    millis.addAndGet(TimeUnit.SECONDS.toMillis(seconds));
  }

  @Override
  public long millis() {
    return millis.get();
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis.get());
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
