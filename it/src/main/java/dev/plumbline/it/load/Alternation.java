package dev.plumbline.it.load;

import com.sun.management.OperatingSystemMXBean;
import com.sun.tools.attach.VirtualMachine;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/**
 * Usage: {@code Alternation WORKLOAD PAIRS MEASURED_MILLIS AGENT_JAR AGENT_ARGUMENTS}, in a JVM
 * with {@code -Djdk.attach.allowAttachSelf=true}. Starts and stops the agent in turns and prints
 * for each pair {@code ratio VALUE}: operations per second of process CPU with the agent, divided
 * by those without. Everything the process burns is in it: compiler, collector, the agent's own
 * threads.
 */
public final class Alternation {
  private static final long WARM_UP_MILLIS = 8_000;

  /** After a start the agent's own classes are cold; what they cost then is a start's cost. */
  private static final long SETTLE_MILLIS = 2_500;

  private final LongAdder operations = new LongAdder();
  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final String agentJar;
  private final String agentArguments;
  private final long measuredMillis;

  private Alternation(String agentJar, String agentArguments, long measuredMillis) {
    this.agentJar = agentJar;
    this.agentArguments = agentArguments;
    this.measuredMillis = measuredMillis;
  }

  public static void main(String[] args) throws Exception {
    final Alternation alternation = new Alternation(args[3], args[4], Long.parseLong(args[2]));
    Workload.valueOf(args[0].toUpperCase(Locale.ROOT)).start(alternation.operations);
    Thread.sleep(WARM_UP_MILLIS);
    // The first start pays for loading; it is not measured.
    alternation.measureWith();
    for (int pair = 0; pair < Integer.parseInt(args[1]); pair++) {
      final double with;
      final double without;
      if (pair % 2 == 0) {
        with = alternation.measureWith();
        without = alternation.measure();
      } else {
        without = alternation.measure();
        with = alternation.measureWith();
      }
      System.out.printf(Locale.ROOT, "ratio %.5f%n", with / without);
    }
    Runtime.getRuntime().halt(0);
  }

  private double measureWith() throws Exception {
    tellAgent("start=sync," + agentArguments);
    try {
      return measure();
    } finally {
      tellAgent("stop");
    }
  }

  private double measure() throws InterruptedException {
    Thread.sleep(SETTLE_MILLIS);
    final long cpuBefore = system.getProcessCpuTime();
    final long before = operations.sum();
    Thread.sleep(measuredMillis);
    return (double) (operations.sum() - before) / (system.getProcessCpuTime() - cpuBefore);
  }

  private void tellAgent(String arguments) throws Exception {
    final VirtualMachine self = VirtualMachine.attach(Long.toString(ProcessHandle.current().pid()));
    try {
      self.loadAgent(agentJar, arguments);
    } finally {
      self.detach();
    }
  }
}
