package dev.plumbline.kernel.elf;

/** A program header. Addresses and sizes in bytes. */
public record ElfSegment(
    int type, int flags, long offset, long address, long fileSize, long memorySize) {
  /** Mapped by the loader, {@code PT_LOAD}. */
  public static final int LOAD = 1;

  /** Notes, the build id among them, {@code PT_NOTE}. */
  public static final int NOTE = 4;

  /** Where the index of the unwind tables lies, {@code PT_GNU_EH_FRAME}. */
  public static final int EH_FRAME_HEADER = 0x6474e550;

  private static final int EXECUTABLE = 1;

  /** The segment is mapped and holds machine code. */
  public boolean isCode() {
    return type == LOAD && (flags & EXECUTABLE) != 0;
  }

  /** The address lies in the part of the segment that the file backs. */
  public boolean holds(long at) {
    return type == LOAD && Long.compareUnsigned(at - address, fileSize) < 0;
  }
}
