package dev.plumbline.agent.settings;

/**
 * The signals that may be the CPU timer's. Any other one has a meaning for the kernel, the JVM or
 * the C library: as a timer it would end the process, stop it, or take a handler from whoever needs
 * it. Stateless.
 */
final class TimerSignals {
  static final String EXPECTATION =
      "26 (SIGVTALRM), 27 (SIGPROF) or a real-time signal from 35 to 64 other than 62";

  private static final int SIGVTALRM = 26;
  private static final int SIGPROF = 27;

  /** Below it lie those of glibc (32, 33) and musl (32 to 34). */
  private static final int LOWEST_REAL_TIME = 35;

  private static final int HIGHEST_REAL_TIME = 64;

  /** The JDK wakes threads out of blocking I/O with it. */
  private static final int JDK_WAKE_UP = 62;

  private static final String OPTION = "signal=";

  private TimerSignals() {}

  static boolean isSafe(long signal) {
    return signal == SIGVTALRM
        || signal == SIGPROF
        || (signal >= LOWEST_REAL_TIME && signal <= HIGHEST_REAL_TIME && signal != JDK_WAKE_UP);
  }

  /** Of options for async-profiler: one signal, or two, the second for wall-clock samples. */
  static boolean areSafeIn(String options) {
    for (String option : options.split(",", -1)) {
      if (option.startsWith(OPTION)) {
        for (String signal : option.substring(OPTION.length()).split("/", -1)) {
          if (!signal.matches("[0-9]{1,9}") || !isSafe(Long.parseLong(signal))) {
            return false;
          }
        }
      }
    }
    return true;
  }
}
