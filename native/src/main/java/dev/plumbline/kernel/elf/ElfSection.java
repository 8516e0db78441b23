package dev.plumbline.kernel.elf;

/**
 * A section header. Addresses and sizes in bytes, unsigned; whether they lie in the file is checked
 * when the data are asked for.
 */
public record ElfSection(
    int index,
    String name,
    int type,
    long flags,
    long address,
    long offset,
    long size,
    int link,
    int info,
    long entrySize) {
  /** Section holds program data, {@code SHT_PROGBITS}. */
  public static final int PROGBITS = 1;

  /** Full symbol table, {@code SHT_SYMTAB}; strip removes it. */
  public static final int SYMTAB = 2;

  /** Relocations without addends, {@code SHT_REL}. */
  public static final int REL = 9;

  /** Section without bytes in the file, {@code SHT_NOBITS}. */
  public static final int NOBITS = 8;

  /** Symbols of the dynamic linker, {@code SHT_DYNSYM}; strip keeps it. */
  public static final int DYNSYM = 11;

  private static final long EXECUTABLE = 4;
  private static final long COMPRESSED = 0x800;

  /** The section has no bytes in the file (also the headers of a debug-only file). */
  public boolean isNobits() {
    return type == NOBITS;
  }

  /** The section holds machine code. */
  public boolean isExecutable() {
    return (flags & EXECUTABLE) != 0;
  }

  /** The data begin with a compression header ({@code SHF_COMPRESSED}). */
  public boolean isCompressed() {
    return (flags & COMPRESSED) != 0;
  }
}
