package dev.plumbline.unwind;

/** The code of a process, as far as walking a stack needs it. */
public interface StackCode {
  /** The process made the code itself: no file holds its bytes. */
  int GENERATED = -1;

  /** The row for an address; where there is none, a stop with the reason. */
  long row(long address);

  /**
   * Reads machine code from an address on; returns how many bytes were filled, or {@link
   * #GENERATED}.
   */
  int read(long address, byte[] to);
}
