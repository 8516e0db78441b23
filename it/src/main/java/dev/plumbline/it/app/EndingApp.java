package dev.plumbline.it.app;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;

/**
 * Works for a while in {@link #lastWords} and ends as it is told: {@code return} from main, {@code
 * exit} with code 3, or {@code wait} for a signal. Usage: {@code EndingApp HOW CPU_MILLIS
 * [IDLE_MILLIS_BEFORE]}. It says {@code working} when it begins and {@code worked} when the work is
 * done; the work is measured by the thread's own CPU clock, so that a busy machine changes nothing.
 */
public final class EndingApp {
  /** Long enough for a profiler to be there when work begins. */
  private static final String IDLE_MILLIS = "1500";

  private EndingApp() {}

  public static void main(String[] args) throws InterruptedException {
    Thread.sleep(Long.parseLong(args.length > 2 ? args[2] : IDLE_MILLIS));
    System.out.println("working");
    final long result = lastWords(Long.parseLong(args[1]));
    System.out.println("worked " + (result != 0));
    switch (args[0]) {
      case "exit":
        System.exit(3);
        break;
      case "wait":
        Thread.sleep(60_000);
        break;
      default:
        break;
    }
  }

  private static long lastWords(long cpuMillis) {
    final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    final long end = threads.getCurrentThreadCpuTime() + TimeUnit.MILLISECONDS.toNanos(cpuMillis);
    long value = 1;
    while (threads.getCurrentThreadCpuTime() < end) {
      value = Spin.rounds(value);
    }
    return value;
  }
}
