package dev.plumbline.process;

import dev.plumbline.kernel.unwind.EndReason;
import dev.plumbline.kernel.unwind.UnwindRow;
import dev.plumbline.unwind.StackCode;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a process between two executions of a program, at one moment. Immutable apart
 * from the shared counts; a later image replaces an earlier one.
 */
public final class ProcessImage implements StackCode {
  private static final CodeRegion[] NONE = {};
  private static final AtomicLong CODE_IDS = new AtomicLong();

  private final ProcessKey key;
  private final long fromNanos;
  private final long readNanos;
  private final ProgramName program;
  private final CodeRegion[] regions;
  private final long codeId;
  private final EndCounts ends;
  private final @Nullable ProcessImage previous;

  private ProcessImage(
      ProcessKey key,
      long fromNanos,
      long readNanos,
      ProgramName program,
      CodeRegion[] regions,
      long codeId,
      EndCounts ends,
      @Nullable ProcessImage previous) {
    this.key = key;
    this.fromNanos = fromNanos;
    this.readNanos = readNanos;
    this.program = program;
    this.regions = regions;
    this.codeId = codeId;
    this.ends = ends;
    this.previous = previous;
  }

  /** A process of which only the id and a name are known yet. */
  static ProcessImage unresolved(ProcessKey key, long fromNanos, String name) {
    return new ProcessImage(
        key, fromNanos, 0, new ProgramName(name, null), NONE, 0, new EndCounts(), null);
  }

  /** The same process after it began to execute another program. */
  ProcessImage executed(long atNanos, String name) {
    ProcessImage old = previous == null ? this : withoutPrevious();
    return new ProcessImage(key, atNanos, 0, new ProgramName(name, null), NONE, 0, ends, old);
  }

  private ProcessImage withoutPrevious() {
    return new ProcessImage(key, fromNanos, readNanos, program, regions, codeId, ends, null);
  }

  /** A forked child: same program and code. */
  ProcessImage forked(ProcessKey child, long atNanos) {
    return new ProcessImage(
        child, atNanos, readNanos, program, regions, codeId, new EndCounts(), null);
  }

  /** The image with what was read of it. */
  ProcessImage resolved(
      ProcessKey newKey, long atNanos, ProgramName newProgram, List<CodeRegion> sorted) {
    CodeRegion[] read = sorted.toArray(NONE);
    return new ProcessImage(
        newKey, fromNanos, atNanos, newProgram, read, codeId(read), ends, previous);
  }

  /** The image with regions whose tables have changed. */
  ProcessImage withRegions(List<CodeRegion> sorted) {
    CodeRegion[] read = sorted.toArray(NONE);
    return new ProcessImage(key, fromNanos, readNanos, program, read, codeId(read), ends, previous);
  }

  /** As long as the same files lie at the same addresses, an address means the same. */
  private long codeId(CodeRegion[] read) {
    boolean isSame = codeId != 0 && read.length == regions.length;
    for (int i = 0; isSame && i < read.length; i++) {
      isSame = read[i].isSameCode(regions[i]);
    }
    return isSame ? codeId : CODE_IDS.incrementAndGet();
  }

  /** Both images are of the same execution of a program. */
  boolean isSameExecution(ProcessImage other) {
    return key.pid() == other.key.pid() && fromNanos == other.fromNanos && ends == other.ends;
  }

  /** The image has the code of another one: the process was forked from it. */
  boolean hasCodeOf(ProcessImage other) {
    return regions.length == other.regions.length
        && (regions.length == 0 || regions[0].start() == other.regions[0].start());
  }

  /** When the process began to run this program, CLOCK_MONOTONIC; 0: before we looked. */
  public long sinceNanos() {
    return fromNanos;
  }

  /** Process id and start. */
  public ProcessKey key() {
    return key;
  }

  /** Name of the process: that of its leader, or of the program when that is a loader. */
  public String name() {
    return program.name();
  }

  /** Path of the executable as the process sees it; null when it cannot be read. */
  public @Nullable String executable() {
    return program.executable();
  }

  /** The executable mappings were read, or the process is gone and never will be. */
  public boolean isResolved() {
    return readNanos != 0;
  }

  /** When the mappings were read, CLOCK_MONOTONIC. */
  public long readNanos() {
    return readNanos;
  }

  /**
   * Names what lies at which address, over all processes: with the same number the same files lie
   * at the same addresses; 0 if that is not known.
   */
  public long codeId() {
    return codeId;
  }

  /** How the stacks of this process ended so far. */
  public EndCounts ends() {
    return ends;
  }

  /** The executable mappings by ascending address. */
  public List<CodeRegion> regions() {
    return List.of(regions);
  }

  /** The image at a moment: an earlier one when the process executed another program since. */
  ProcessImage at(long timeNanos) {
    return previous != null && timeNanos < fromNanos ? previous : this;
  }

  /** The executable mapping that holds an address. */
  public @Nullable CodeRegion region(long address) {
    int low = 0;
    int high = regions.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Long.compareUnsigned(regions[middle].start(), address) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low > 0 && regions[low - 1].contains(address) ? regions[low - 1] : null;
  }

  @Override
  public long row(long address) {
    CodeRegion region = region(address);
    return region == null
        ? UnwindRow.row(0, UnwindRow.stop(EndReason.NO_MAPPING))
        : region.row(address);
  }

  @Override
  public int read(long address, byte[] to) {
    CodeRegion region = region(address);
    return region == null ? 0 : CodeBytes.read(region, address, to);
  }

  @Override
  public String toString() {
    return program.name() + "(" + key.pid() + ")";
  }
}
