package dev.plumbline.otlp.decode;

import dev.plumbline.otlp.oracle.LevelClasses;

/** Requests of the newest level for tests of other packages. */
public final class LevelRequestBytes {
  private LevelRequestBytes() {}

  /** A random request of level 1.10, put together by its generated classes. */
  public static byte[] of(long seed) {
    return new LevelRequests(seed).next(LevelClasses.V1_10);
  }
}
