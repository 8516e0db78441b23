package dev.plumbline.listen.server;

import java.util.concurrent.atomic.AtomicLong;

/** Bytes of requests that are held at a time, over all listeners. Thread-safe. */
final class InFlight {
  private final long maxBytes;
  private final AtomicLong bytes = new AtomicLong();

  InFlight(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** False if there is no room; a single request always finds some. */
  boolean reserve(int more) {
    long now = bytes.addAndGet(more);
    if (now > maxBytes && now > more) {
      bytes.addAndGet(-more);
      return false;
    }
    return true;
  }

  void release(int fewer) {
    bytes.addAndGet(-fewer);
  }

  long bytes() {
    return bytes.get();
  }
}
