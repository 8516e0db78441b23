package dev.plumbline.kernel.unwind;

/**
 * Encodes unwinding rules. A row is a 32-bit rule above the 32-bit offset of the first address it
 * is for; it holds until the next row's offset. Stateless.
 *
 * <pre>
 * bits  0-31  offset of the first pc from the table's base address
 * bits 32-44  (saved rbp - CFA) / 8, signed; 0: rbp was not changed
 * bits 45-58  CFA offset / 8; for a stop the end reason
 * bits 59-63  kind
 * </pre>
 *
 * The return address is always at CFA - 8; code where it is not is {@link #unsupported()}.
 */
public final class UnwindRow {
  private static final int SP = 0;
  private static final int BP = 1;
  private static final int PLT = 2;
  private static final int STOP = 3;
  private static final int SIGNAL = 4;
  private static final int REALIGNED = 5;
  private static final int FRAME_POINTER = 6;
  private static final int GUESS = 7;
  private static final int GO_SYSTEM = 8;
  private static final int LANDING = 10;

  /** In the rbp field of a landing, as {@code enum landing} of {@code records.h} has it. */
  private static final int LANDING_CFA_CX = 1;

  private static final int LANDING_PC_CX = 2;

  private static final int LANDING_CALLER_DI = 3;

  /** In the reason of {@link #goSystemCall}, as {@code go.h} has it. */
  private static final int GO_LEFT_BY_CALL = 0x100;

  /** First CFA offset in bytes that a rule cannot hold. */
  public static final int CFA_OFFSET_LIMIT = 8 << 14;

  /** Lowest offset in bytes of the saved rbp from the CFA. */
  public static final int MIN_BP_OFFSET = -(8 << 12);

  private UnwindRow() {}

  /** Joins an offset and a rule. */
  public static long row(int offset, int rule) {
    return ((long) rule << 32) | (offset & 0xffffffffL);
  }

  /** Offset of a row, unsigned. */
  public static long offset(long row) {
    return row & 0xffffffffL;
  }

  /** Rule of a row. */
  public static int rule(long row) {
    return (int) (row >>> 32);
  }

  /** CFA = rsp + offset; {@code bpOffset} 0 means that rbp was not saved. In bytes. */
  public static int sp(int cfaOffset, int bpOffset) {
    return encode(SP, cfaOffset, bpOffset);
  }

  /** CFA = rbp + offset. */
  public static int bp(int cfaOffset, int bpOffset) {
    return encode(BP, cfaOffset, bpOffset);
  }

  /** A procedure linkage table of 16-byte slots whose second half has pushed one word. */
  public static int plt() {
    return encode(PLT, 0, 0);
  }

  /** The frame is the outermost: the stack is complete. */
  public static int root() {
    return stop(EndReason.ROOT);
  }

  /** The stack ends here, for a reason. */
  public static int stop(EndReason reason) {
    return (STOP << 27) | (reason.number() << 13);
  }

  /** A rule in the file that rows cannot express. */
  public static int unsupported() {
    return stop(EndReason.UNSUPPORTED_RULE);
  }

  /** The trampoline that a signal handler returns to. */
  public static int signal() {
    return encode(SIGNAL, 0, 0);
  }

  /** A realigned frame: CFA = *(rbp - offset), the caller's rbp = *rbp. */
  public static int realigned(int offset) {
    return encode(REALIGNED, offset, 0);
  }

  /** Code that is known to keep frame pointers: nothing is checked. */
  public static int framePointer() {
    return encode(FRAME_POINTER, 0, 0);
  }

  /** Code without a rule: the return address on top (innermost frame), else rbp after checks. */
  public static int guess() {
    return encode(GUESS, 0, 0);
  }

  /**
   * The system stack of a Go program: the walk goes on with the goroutine that the thread runs.
   *
   * @param currentOffset where {@code m.curg} lies in the runtime's {@code m}, in bytes
   * @param otherwise end reason where that goroutine is not found
   */
  public static int goSystem(int currentOffset, EndReason otherwise) {
    return encode(GO_SYSTEM, currentOffset, 8 * otherwise.number());
  }

  /** The same where the goroutine's stack pointer is that of a call, not that of its caller. */
  public static int goSystemCall(int currentOffset, EndReason otherwise) {
    return encode(GO_SYSTEM, currentOffset, 8 * (otherwise.number() | GO_LEFT_BY_CALL));
  }

  /**
   * An unwinder is about to jump to a landing pad: CFA = rsp + offset, and what lies below the CFA
   * is the address where the thread goes on, not one behind a call.
   */
  public static int landing(int cfaOffset) {
    return encode(LANDING, cfaOffset, 0);
  }

  /** The same with CFA = rcx + offset. */
  public static int landingByRcx(int cfaOffset) {
    return encode(LANDING, cfaOffset, 8 * LANDING_CFA_CX);
  }

  /** The same with CFA = rsp + offset, and the landing pad's address in rcx. */
  public static int landingInRcx(int cfaOffset) {
    return encode(LANDING, cfaOffset, 8 * LANDING_PC_CX);
  }

  /** CFA = rsp + offset, and the return address in rdi: innermost only. */
  public static int callerInRdi(int cfaOffset) {
    return encode(LANDING, cfaOffset, 8 * LANDING_CALLER_DI);
  }

  /** A rule of {@link #sp} or {@link #bp} can hold these offsets. */
  public static boolean isEncodable(long cfaOffset, long bpOffset) {
    boolean isCfa = cfaOffset >= 0 && cfaOffset < CFA_OFFSET_LIMIT && cfaOffset % 8 == 0;
    return isCfa && bpOffset >= MIN_BP_OFFSET && bpOffset < -MIN_BP_OFFSET && bpOffset % 8 == 0;
  }

  private static int encode(int kind, int cfaOffset, int bpOffset) {
    if (!isEncodable(cfaOffset, bpOffset)) {
      throw new IllegalArgumentException(
          "CFA offset " + cfaOffset + " and rbp offset " + bpOffset + " do not fit a row");
    }
    return (kind << 27) | ((cfaOffset / 8) << 13) | ((bpOffset / 8) & 0x1fff);
  }
}
