package dev.plumbline.kernel.unwind;

/** Why a user stack ends where it does; numbers as in {@code records.h}. */
public enum EndReason {
  /** Never seen in a record. */
  NONE(0),
  /** A table says that this frame is the outermost. */
  ROOT(1),
  /** A kernel thread has no user stack. */
  KERNEL_THREAD(2),
  /** The user stack was not asked for. */
  NOT_SELECTED(3),
  /** The process is not known yet, or its id was reused. */
  NO_PROCESS(4),
  /** The address lies in no known executable mapping. */
  NO_MAPPING(5),
  /** The mapping has no table yet. */
  NO_TABLE(6),
  /** The file's rule cannot be expressed by rows. */
  UNSUPPORTED_RULE(7),
  /** Memory of the process was not readable at that moment. */
  READ_FAULT(8),
  /** More words than a record holds. */
  TOO_DEEP(9),
  /** The kernel's limit of tail calls was reached. */
  TAIL_CALLS(10),
  /** The chain of frame pointers ended: for code that keeps them, this is the root. */
  FRAME_POINTER(11),
  /** A JVM frame could not be read. */
  HOTSPOT(12),
  /** A return probe replaced the return address, and the kernel does not show the true one. */
  RETURN_PROBE(13),
  /** There is no rule, and nothing plausible without one. */
  GUESS_FAILED(14),
  /** The return address is 0. */
  ZERO_RETURN(15),
  /** 32-bit code. */
  COMPAT_MODE(16),
  /** Go's system stack, and the goroutine that it works for was not found. */
  GO_SYSTEMSTACK(17),
  /**
   * Go's scheduler, entered by {@code runtime.mcall}: its stack begins there. The goroutine that
   * called has been put aside, so nobody is the caller, as in Go's own profiles.
   */
  GO_MCALL(18),
  /** The kernel's copy of the user registers was not readable. */
  NO_REGISTERS(19),
  /** A number that is newer than this class. */
  UNKNOWN(255);

  private static final EndReason[] VALUES = values();

  private final int number;

  EndReason(int number) {
    this.number = number;
  }

  /** The reason of a record's number. */
  public static EndReason of(int number) {
    return number >= 0 && number < VALUES.length ? VALUES[number] : UNKNOWN;
  }

  /** The number in rows and records. */
  public int number() {
    return number;
  }

  /** The stack reaches a root by rule, or there is nothing to reach. */
  public boolean isComplete() {
    return this == ROOT || this == GO_MCALL || this == KERNEL_THREAD || this == NOT_SELECTED;
  }
}
