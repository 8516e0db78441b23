package dev.plumbline.symbol.go;

import org.jspecify.annotations.Nullable;

/**
 * Where the fields of a table stand, by the magic number of its header.
 *
 * <pre>
 * header   magic u32 | 0 | 0 | quantum u8 | pointer size u8 | words of 8 bytes:
 *   1.2    functions                                          (the rest follows at once)
 *   1.16   functions, files, names, units, files', pc data, functions'
 *   1.18   functions, files, start of text, names, units, files', pc data, functions'
 * function entry (u64, from 1.18 u32 offset) | name i32 | args i32 | defer u32 | pcsp u32 | pcfile u32
 *          | pcln u32 | npcdata u32 | from 1.16 unit u32 | from 1.20 start line i32
 *          | id u8 | flags u8 | 0 | nfuncdata u8 | pcdata u32[npcdata] | funcdata u32[nfuncdata]
 * </pre>
 *
 * <p>Immutable.
 *
 * @param firstOffsetWord word of the header that holds the place of the names; 0 for 1.2
 * @param hasOffsets entries of functions are offsets from the start of text
 * @param idOffset place of the function's id
 * @param inlinedCallBytes size of an entry of the tree of inlined calls, 0 where we read none
 */
record GoTableFormat(
    String since, int firstOffsetWord, boolean hasOffsets, int idOffset, int inlinedCallBytes) {
  private static final int MAGIC_1_2 = 0xfffffffb;
  private static final int MAGIC_1_16 = 0xfffffffa;
  private static final int MAGIC_1_18 = 0xfffffff0;
  private static final int MAGIC_1_20 = 0xfffffff1;

  /** The format of a magic number, or null. */
  static @Nullable GoTableFormat of(int magic) {
    return switch (magic) {
      case MAGIC_1_2 -> new GoTableFormat("1.2", 0, false, 36, 0);
      case MAGIC_1_16 -> new GoTableFormat("1.16", 2, false, 40, 0);
      case MAGIC_1_18 -> new GoTableFormat("1.18", 3, true, 36, 20);
      case MAGIC_1_20 -> new GoTableFormat("1.20", 3, true, 40, 16);
      default -> null;
    };
  }

  /** Bytes of one number in the list of functions. */
  int entryBytes() {
    return hasOffsets ? 4 : 8;
  }

  /** What the fields behind the entry are shifted by, beside those of 1.18. */
  int shift() {
    return hasOffsets ? 0 : 4;
  }

  /** Place of a compilation unit's files, -1 where files are numbered for the whole program. */
  int unitOffset() {
    return firstOffsetWord == 0 ? -1 : 32 + shift();
  }

  /** Place of the first offset of program-counter data. */
  int pcDataOffset() {
    return idOffset + 4;
  }

  /** Place of the name in an inlined call; the place of its caller follows. */
  int inlinedNameOffset() {
    return inlinedCallBytes == 16 ? 4 : 12;
  }

  /** Where the start of {@code go:func.*} stands in the description of the module. */
  int moduleFunctionDataOffset() {
    return inlinedCallBytes == 16 ? 320 : 304;
  }
}
