package dev.plumbline.agent.settings;

import dev.plumbline.jfr.LockRules;

/** What the settings of locks amount to: the special ones stand over the common one. Stateless. */
public final class LockWaits {
  private LockWaits() {}

  /** What of the recording is counted. */
  public static LockRules rules(Settings settings) {
    return LockRules.ofThreshold(0)
        .withPark(of(settings, Setting.LOCK_PARK))
        .withNative(threshold(settings, Setting.LOCK_NATIVE))
        .withMonitor(
            of(settings, Setting.LOCK_MONITOR),
            (int) Math.min(LockRules.MAX_EVERY, settings.number(Setting.LOCK_MONITOR_EVERY)));
  }

  private static long of(Settings settings, Setting special) {
    return threshold(settings, settings.isSet(special) ? special : Setting.LOCK);
  }

  private static long threshold(Settings settings, Setting setting) {
    long nanos = settings.number(setting);
    return nanos > 0 ? nanos : LockRules.NEVER;
  }

  /** Nanoseconds of what the profiler has one threshold for; 0 if it records no waits of Java's. */
  public static long javaNanos(Settings settings) {
    LockRules rules = rules(settings);
    return orZero(Math.min(rules.parkNanos(), rules.monitorNanos()));
  }

  /** Likewise of mutexes of native code. */
  public static long nativeNanos(Settings settings) {
    return orZero(rules(settings).nativeNanos());
  }

  /** The least of both, and 0 where no wait is recorded. */
  public static long leastNanos(Settings settings) {
    LockRules rules = rules(settings);
    long least = Math.min(rules.parkNanos(), rules.monitorNanos());
    return orZero(Math.min(least, rules.nativeNanos()));
  }

  private static long orZero(long nanos) {
    return nanos == LockRules.NEVER ? 0 : nanos;
  }
}
