package dev.plumbline.kernel.unwind;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Where a JVM keeps its code and how a {@code CodeBlob} looks in it; all from the JVM's own {@code
 * gHotSpotVMStructs}, by presence of fields, never by version. Immutable.
 *
 * <pre>
 *    0 heaps                4 x { low u64, high u64, segmap u64 }
 *   96 heap_count           u32
 *  100 segment_shift        u32
 *  104 blob_name            u16
 *  106 blob_frame_complete  u16
 *  108 blob_frame_size      u16
 *  110 blob_code            u16
 *  112 block_header         u16
 *  114 mode                 u16
 *  116 method_const         u16
 *  118 const_method_size    u16
 *  120 the programs' own    u64 x 4
 * </pre>
 *
 * @param segmentShift log2 of the code heap's segment size
 * @param blobName offset of {@code CodeBlob._name}
 * @param blobFrameComplete offset of {@code CodeBlob._frame_complete_offset}
 * @param blobFrameSize offset of {@code CodeBlob._frame_size}
 * @param blobCode offset of {@code CodeBlob._code_begin}, or of {@code _code_offset}
 * @param blockHeader size of {@code HeapBlock}
 * @param modes variants of the layout
 * @param methodConst offset of {@code Method._constMethod}
 * @param constMethodSize size of {@code ConstMethod}: byte codes begin behind it
 */
public record HotSpotLayout(
    List<CodeHeap> heaps,
    int segmentShift,
    int blobName,
    int blobFrameComplete,
    int blobFrameSize,
    int blobCode,
    int blockHeader,
    List<Mode> modes,
    int methodConst,
    int constMethodSize) {
  static final int BYTES = 152;

  /** Most code heaps; a segmented code cache has three. */
  public static final int MAX_HEAPS = 4;

  /** The programs read so many bytes of a CodeBlob. */
  private static final int BLOB_BYTES = 112;

  /** Two modes that follow from the offsets: how little of a blob has to be read. */
  private static final int CLASS_NEAR = 4;

  private static final int CLASS_NEAR_BYTES = 48;
  private static final int ALL_NEAR = 8;
  private static final int ALL_NEAR_BYTES = 56;

  /** A code heap: reserved range and the address of its segment map. */
  public record CodeHeap(long low, long high, long segmentMap) {}

  /** Variants of the layout. */
  public enum Mode {
    /** {@code _code_offset}, 32 bits, instead of the pointer {@code _code_begin} (JDK 25). */
    CODE_OFFSET_32(1),
    /** {@code _frame_complete_offset} has 16 bits (JDK 25). */
    FRAME_COMPLETE_16(2);

    private final int bit;

    Mode(int bit) {
      this.bit = bit;
    }
  }

  /** Checks what the programs rely on. */
  public HotSpotLayout {
    heaps = List.copyOf(heaps);
    modes = List.copyOf(modes);
    if (heaps.isEmpty() || heaps.size() > MAX_HEAPS || segmentShift < 0 || segmentShift > 31) {
      throw new IllegalArgumentException(heaps.size() + " code heaps, shift " + segmentShift);
    }
    for (int offset : new int[] {blobName, blobFrameComplete, blobFrameSize, blobCode}) {
      if (offset < 0 || offset > BLOB_BYTES - Long.BYTES) {
        throw new IllegalArgumentException("CodeBlob offset " + offset + ", limit " + BLOB_BYTES);
      }
    }
  }

  void write(ByteBuffer to) {
    for (int i = 0; i < MAX_HEAPS; i++) {
      CodeHeap heap = i < heaps.size() ? heaps.get(i) : new CodeHeap(0, 0, 0);
      to.putLong(i * 24, heap.low()).putLong(i * 24 + 8, heap.high());
      to.putLong(i * 24 + 16, heap.segmentMap());
    }
    int mode = nearness();
    for (Mode variant : modes) {
      mode |= variant.bit;
    }
    to.putInt(96, heaps.size()).putInt(100, segmentShift);
    to.putShort(104, (short) blobName).putShort(106, (short) blobFrameComplete);
    to.putShort(108, (short) blobFrameSize).putShort(110, (short) blobCode);
    to.putShort(112, (short) blockHeader).putShort(114, (short) mode);
    to.putShort(116, (short) methodConst).putShort(118, (short) constMethodSize);
    for (int at = 120; at < BYTES; at += Long.BYTES) {
      to.putLong(at, 0);
    }
  }

  /** Makes it nobody's. */
  static void clear(ByteBuffer to) {
    for (int at = 0; at < BYTES; at += Long.BYTES) {
      to.putLong(at, 0);
    }
  }

  /**
   * Which beginning of a blob holds all that is needed. While blobs say with a pointer where their
   * code begins they are C++ objects with virtual methods, whose first word tells the class.
   */
  private int nearness() {
    int codeEnd = blobCode + (modes.contains(Mode.CODE_OFFSET_32) ? 4 : 8);
    int completeEnd = blobFrameComplete + (modes.contains(Mode.FRAME_COMPLETE_16) ? 2 : 4);
    int end = Math.max(Math.max(blobFrameSize + 4, completeEnd), codeEnd);
    if (Math.max(end, blobName + 8) <= ALL_NEAR_BYTES) {
      return ALL_NEAR;
    }
    int first = Math.min(Math.min(blobFrameComplete, blobFrameSize), blobCode);
    boolean isClassFirst = !modes.contains(Mode.CODE_OFFSET_32) && first >= Long.BYTES;
    return isClassFirst && end <= CLASS_NEAR_BYTES ? CLASS_NEAR : 0;
  }
}
