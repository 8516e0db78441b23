package dev.plumbline.kernel.unwind;

import dev.plumbline.kernel.ProcessMemory;
import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSection;
import dev.plumbline.kernel.elf.ElfSymbol;
import dev.plumbline.kernel.unwind.HotSpotLayout.CodeHeap;
import dev.plumbline.kernel.unwind.HotSpotLayout.Mode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Enough of {@code gHotSpotVMStructs} to tell the programs a JVM's layout and to name methods. */
final class JvmStructs {
  private static final int MAX_ENTRIES = 5000;

  private final ProcessMemory memory;
  private final ElfFile libjvm;
  private final long bias;
  private final Map<String, Integer> offsets = new HashMap<>();
  private final Map<String, Long> statics = new HashMap<>();
  private final Map<String, Integer> sizes = new HashMap<>();
  private final HotSpotLayout layout;

  JvmStructs(int pid, ElfFile libjvm, long bias) throws IOException {
    this.memory = new ProcessMemory(pid);
    this.libjvm = libjvm;
    this.bias = bias;
    readFields(table("gHotSpotVMStructs"));
    readTypes(table("gHotSpotVMTypes"));
    this.layout = readLayout();
  }

  private long table(String symbol) throws IOException {
    ElfSection dynamic = Objects.requireNonNull(libjvm.section(".dynsym"));
    ElfSymbol found = Objects.requireNonNull(libjvm.symbol(dynamic, symbol), symbol);
    return memory.i64(bias + found.value());
  }

  private void readFields(long table) throws IOException {
    for (int i = 0; i < MAX_ENTRIES; i++) {
      long at = table + i * 48L;
      long type = memory.i64(at);
      if (type == 0) {
        return;
      }
      String name = memory.string(type, 200) + "." + memory.string(memory.i64(at + 8), 200);
      if (memory.i32(at + 24) != 0) {
        statics.put(name, memory.i64(at + 40));
      } else {
        offsets.put(name, (int) memory.i64(at + 32));
      }
    }
  }

  private void readTypes(long table) throws IOException {
    for (int i = 0; i < MAX_ENTRIES; i++) {
      long at = table + i * 40L;
      long type = memory.i64(at);
      if (type == 0) {
        return;
      }
      sizes.put(memory.string(type, 200), (int) memory.i64(at + 32));
    }
  }

  private int offset(String field) {
    return Objects.requireNonNull(offsets.get(field), field);
  }

  private HotSpotLayout readLayout() throws IOException {
    long array = memory.i64(Objects.requireNonNull(statics.get("CodeCache._heaps")));
    int length = memory.i32(array + offset("GrowableArrayBase._len"));
    long data = memory.i64(array + offset("GrowableArray<int>._data"));
    List<CodeHeap> heaps = new ArrayList<>();
    int shift = 0;
    for (int i = 0; i < length; i++) {
      long heap = memory.i64(data + 8L * i);
      long space = heap + offset("CodeHeap._memory");
      long map = heap + offset("CodeHeap._segmap");
      heaps.add(
          new CodeHeap(
              memory.i64(space + offset("VirtualSpace._low")),
              memory.i64(space + offset("VirtualSpace._high_boundary")),
              memory.i64(map + offset("VirtualSpace._low"))));
      shift = memory.i32(heap + offset("CodeHeap._log2_segment_size"));
    }
    boolean isNew = offsets.containsKey("CodeBlob._code_offset");
    return new HotSpotLayout(
        heaps,
        shift,
        offset("CodeBlob._name"),
        offset("CodeBlob._frame_complete_offset"),
        offset("CodeBlob._frame_size"),
        offset(isNew ? "CodeBlob._code_offset" : "CodeBlob._code_begin"),
        sizes.getOrDefault("HeapBlock", 16),
        isNew ? List.of(Mode.CODE_OFFSET_32, Mode.FRAME_COMPLETE_16) : List.of(),
        offset("Method._constMethod"),
        Objects.requireNonNull(sizes.get("ConstMethod")));
  }

  HotSpotLayout layout() {
    return layout;
  }

  boolean isCode(long address) {
    return layout.heaps().stream().anyMatch(heap -> address >= heap.low() && address < heap.high());
  }

  /** Name of the method that a Method* is. */
  String methodName(long method) throws IOException {
    long constants = memory.i64(method + offset("Method._constMethod"));
    long pool = memory.i64(constants + offset("ConstMethod._constants"));
    int index = memory.u16(constants + offset("ConstMethod._name_index"));
    long symbol = memory.i64(pool + Objects.requireNonNull(sizes.get("ConstantPool")) + 8L * index);
    int length = memory.u16(symbol + offset("Symbol._length"));
    return memory.string(symbol + offset("Symbol._body"), length);
  }

  /** Name of the compiled method, or of the stub in angle brackets, that holds an address. */
  String blobName(long address) throws IOException {
    for (CodeHeap heap : layout.heaps()) {
      if (address < heap.low() || address >= heap.high()) {
        continue;
      }
      long segment = (address - heap.low()) >> layout.segmentShift();
      int back = memory.u8(heap.segmentMap() + segment);
      while (back != 0 && back != 255) {
        segment -= back;
        back = memory.u8(heap.segmentMap() + segment);
      }
      long blob = heap.low() + (segment << layout.segmentShift()) + layout.blockHeader();
      String name = memory.string(memory.i64(blob + layout.blobName()), 64);
      boolean isOld = offsets.containsKey("CompiledMethod._method");
      String field = isOld ? "CompiledMethod._method" : "nmethod._method";
      return name.contains("nmethod")
          ? methodName(memory.i64(blob + offset(field)))
          : "<" + name + ">";
    }
    return "?";
  }
}
