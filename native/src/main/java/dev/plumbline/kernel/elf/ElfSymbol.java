package dev.plumbline.kernel.elf;

/** One entry of a symbol table, as it stands in the file. */
public record ElfSymbol(
    String name, long value, long size, int type, int binding, int sectionIndex) {
  /** A data object. */
  public static final int OBJECT = 1;

  /** A function. */
  public static final int FUNCTION = 2;

  /** Names a section. */
  public static final int SECTION = 3;

  /** A function whose address a resolver chooses at load time ({@code STT_GNU_IFUNC}). */
  public static final int INDIRECT_FUNCTION = 10;

  /** The symbol is defined in this file. */
  public boolean isDefined() {
    return sectionIndex != 0;
  }
}
