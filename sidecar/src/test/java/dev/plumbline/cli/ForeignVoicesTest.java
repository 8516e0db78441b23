package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ForeignVoicesTest {
  private final AtomicLong now = new AtomicLong(7);
  private final ForeignVoices voices = new ForeignVoices(now::get);

  private boolean hears(String logger) {
    now.incrementAndGet();
    return voices.mayBeHeard(logger);
  }

  @Test
  void libraries_areHeardOnceAMinuteEach() {
    assertThat(hears("io.vertx.core.http")).isTrue();
    assertThat(hears("io.vertx.core.http")).isFalse();
    assertThat(hears("io.netty.channel")).isTrue();
    now.addAndGet(TimeUnit.MINUTES.toNanos(1));
    assertThat(hears("io.vertx.core.http")).isTrue();
    assertThat(hears("io.vertx.core.http")).isFalse();
  }

  @Test
  void ourOwnLoggers_areAlwaysHeard() {
    assertThat(hears("dev.plumbline.export.ProfileExporter")).isTrue();
    assertThat(hears("dev.plumbline.export.ProfileExporter")).isTrue();
    assertThat(hears(null)).isTrue();
    assertThat(hears(null)).isTrue();
  }
}
