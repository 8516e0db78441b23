package dev.plumbline.process;

import dev.plumbline.kernel.unwind.CodeMapping;
import dev.plumbline.kernel.unwind.HotSpotLayout;
import dev.plumbline.kernel.unwind.ProcessTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * What the kernel's programs know of each process. Confined to the thread that follows processes.
 */
final class KernelEntries {
  private final ProcessTable table;
  private final TrackingCounts counts;
  private final LongSupplier nanoClock;

  KernelEntries(ProcessTable table, TrackingCounts counts, LongSupplier nanoClock) {
    this.table = table;
    this.counts = counts;
    this.nanoClock = nanoClock;
  }

  /** Tells where the code of a process lies. */
  void write(TrackedProcess process) {
    ProcessKey key = process.image().key();
    List<CodeMapping> mappings = new ArrayList<>();
    process.image().regions().forEach(region -> mappings.add(region.mapping()));
    process.setWritten(nanoClock.getAsLong());
    try {
      int leftOut = table.put(key.pid(), key.startTicks(), mappings);
      counts.add(TrackingCount.MAPPINGS_LEFT_OUT, leftOut);
    } catch (IOException e) {
      counts.increment(TrackingCount.PROCESSES_REFUSED);
    }
  }

  /** Tells where a JVM keeps its code. */
  void putJvm(TrackedProcess process, HotSpotLayout layout) {
    try {
      table.putJvm(process.image().key().pid(), layout);
      process.setJvmKnown();
    } catch (IOException e) {
      counts.increment(TrackingCount.PROCESSES_REFUSED);
    }
  }

  void remove(int pid) {
    try {
      table.remove(pid);
    } catch (IOException ignored) {
      // it was not there
    }
  }
}
