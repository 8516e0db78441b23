package dev.plumbline.it.load;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Usage: {@code LoadApp WORKLOAD SECONDS}. Runs a workload for a while and prints its operations.
 */
public final class LoadApp {
  private LoadApp() {}

  public static void main(String[] args) throws InterruptedException {
    final LongAdder operations = new LongAdder();
    Workload.valueOf(args[0].toUpperCase(Locale.ROOT)).start(operations);
    TimeUnit.SECONDS.sleep(Long.parseLong(args[1]));
    System.out.println("operations " + operations.sum());
  }
}
