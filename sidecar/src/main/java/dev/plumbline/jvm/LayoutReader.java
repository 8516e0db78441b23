package dev.plumbline.jvm;

import dev.plumbline.kernel.unwind.HotSpotLayout;
import dev.plumbline.kernel.unwind.HotSpotLayout.CodeHeap;
import dev.plumbline.kernel.unwind.HotSpotLayout.Mode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What the sampling programs must know of a JVM: its code heaps over their whole reserved ranges,
 * since they grow inside them, and the head of a blob. Stateless.
 */
final class LayoutReader {
  private LayoutReader() {}

  /**
   * Reads the layout.
   *
   * @throws JvmStartingException while the code cache or the interpreter is not there yet
   * @throws UnsupportedJvmException if a field is missing, which the message names
   */
  static HotSpotLayout read(MemoryReader memory, VmStructs structs) throws IOException {
    boolean isSplit = structs.hasField("CodeBlob._code_offset");
    List<CodeHeap> heaps = new ArrayList<>();
    int shift = 0;
    int sizeField = structs.offset("CodeHeap._log2_segment_size");
    for (long heap : heaps(memory, structs)) {
      heaps.add(heap(memory, structs, heap));
      shift = memory.read(heap + sizeField, 4).getInt(0);
    }
    try {
      return new HotSpotLayout(
          heaps,
          shift,
          structs.offset("CodeBlob._name"),
          structs.offset("CodeBlob._frame_complete_offset"),
          structs.offset("CodeBlob._frame_size"),
          structs.firstOffset("CodeBlob._code_begin", "CodeBlob._code_offset"),
          structs.size("HeapBlock"),
          isSplit ? List.of(Mode.CODE_OFFSET_32, Mode.FRAME_COMPLETE_16) : List.of(),
          structs.offset("Method._constMethod"),
          structs.size("ConstMethod"));
    } catch (IllegalArgumentException e) {
      throw new UnsupportedJvmException("unsupported layout: " + e.getMessage());
    }
  }

  private static long[] heaps(MemoryReader memory, VmStructs structs) throws IOException {
    long array = memory.read(structs.address("CodeCache._heaps"), 8).getLong(0);
    long interpreter = memory.read(structs.address("AbstractInterpreter._code"), 8).getLong(0);
    if (array == 0 || interpreter == 0) { // heaps are complete once the interpreter is generated
      throw new JvmStartingException("the JVM has no interpreter yet");
    }
    int lengthField = structs.firstOffset("GrowableArrayBase._len", "GenericGrowableArray._len");
    int count = memory.read(array + lengthField, 4).getInt(0);
    if (count < 1 || count > HotSpotLayout.MAX_HEAPS) {
      throw new UnsupportedJvmException(
          "unsupported layout: " + count + " code heaps, expected 1 to " + HotSpotLayout.MAX_HEAPS);
    }
    long data = memory.read(array + structs.offset("GrowableArray<int>._data"), 8).getLong(0);
    long[] heaps = new long[count];
    memory.read(data, count * 8).asLongBuffer().get(0, heaps);
    return heaps;
  }

  private static CodeHeap heap(MemoryReader memory, VmStructs structs, long heap)
      throws IOException {
    long space = heap + structs.offset("CodeHeap._memory");
    long map = heap + structs.offset("CodeHeap._segmap");
    int low = structs.offset("VirtualSpace._low");
    int high = structs.offset("VirtualSpace._high_boundary");
    CodeHeap read =
        new CodeHeap(
            memory.read(space + low, 8).getLong(0),
            memory.read(space + high, 8).getLong(0),
            memory.read(map + low, 8).getLong(0));
    if (read.low() <= 0 || read.high() <= read.low()) {
      throw new UnsupportedJvmException(
          "unsupported layout: a code heap from 0x"
              + Long.toHexString(read.low())
              + " to 0x"
              + Long.toHexString(read.high()));
    }
    return read;
  }
}
