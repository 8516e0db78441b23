package dev.plumbline.symbol.go;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.MalformedElfException;
import org.jspecify.annotations.Nullable;

/**
 * What the description of the module ({@code runtime.firstmoduledata}) says about addresses. Since
 * Go 1.26 the start of text stands only there, and with C code in the program it is not the start
 * of the section {@code .text}. Fields, in bytes from its start:
 *
 * <pre>
 * 0 address of the line table | … | 160 first pc | 168 end of pcs | 176 text | 184 end of text
 * | … | 304 (1.18, 1.19) or 320 (from 1.20) go:func.*
 * </pre>
 *
 * <p>Immutable.
 *
 * @param text address to which the entries of functions are added
 * @param functionData address to which offsets of function data are added; 0 if unknown
 */
record GoModule(long text, long functionData) {
  private static final int FIRST_PC = 160;
  private static final int END_OF_PCS = 168;
  private static final int TEXT = 176;
  private static final int END_OF_TEXT = 184;

  /** Finds the description that points to the table, or null. */
  static @Nullable GoModule find(
      LinkedWords words, GoTableFormat format, long table, long firstEntry, long endOfEntries)
      throws MalformedElfException {
    for (long place : words.placesOf(table)) {
      long text = words.word(place + TEXT);
      long firstPc = words.word(place + FIRST_PC);
      long endOfPcs = words.word(place + END_OF_PCS);
      boolean isInOrder =
          Long.compareUnsigned(text, firstPc) <= 0
              && Long.compareUnsigned(firstPc, endOfPcs) < 0
              && Long.compareUnsigned(endOfPcs, words.word(place + END_OF_TEXT)) <= 0;
      boolean isOfTable = firstPc - text == firstEntry && endOfPcs - text == endOfEntries;
      if (isInOrder && (isOfTable || !format.hasOffsets())) {
        return new GoModule(text, words.word(place + format.moduleFunctionDataOffset()));
      }
    }
    return null;
  }

  /** The start of text by the header of the table (Go 1.18 to 1.25), or 0. */
  static long textByHeader(LinkedWords words, ElfFile elf, long table)
      throws MalformedElfException {
    long text = words.word(table + 24);
    return elf.fileOffset(text) < 0 ? 0 : text;
  }
}
