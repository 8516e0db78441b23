package dev.plumbline.symbol;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSection;
import dev.plumbline.kernel.elf.MalformedElfException;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Mapping;
import dev.plumbline.symbol.demangle.DemangledName;
import dev.plumbline.symbol.go.GoCall;
import dev.plumbline.symbol.go.GoLineTable;
import dev.plumbline.symbol.go.MalformedGoTableException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The symbols of one file from all places where they may be, best first (host-profiler.md §8): Go's
 * line table, debug file, {@code .symtab}, {@code .gnu_debugdata}, {@code .dynsym}. Immutable and
 * thread-safe. Read in a {@link dev.plumbline.kernel.elf.MappedReading}: the tables stay in the
 * mapped file.
 */
final class FileSymbols {
  private final List<SymbolIndex> indexes;
  private final @Nullable GoLineTable go;

  private final long inflatedBytes;

  private FileSymbols(List<SymbolIndex> indexes, @Nullable GoLineTable go, long inflatedBytes) {
    this.indexes = List.copyOf(indexes);
    this.go = go;
    this.inflatedBytes = inflatedBytes;
  }

  static FileSymbols none() {
    return new FileSymbols(List.of(), null, 0);
  }

  /** Reads what there is; a part that cannot be read is counted and left out. */
  static FileSymbols read(CodeFile file, ElfFile elf, DebugFiles debugFiles, SymbolCounts counts) {
    List<SymbolIndex> indexes = new ArrayList<>();
    GoLineTable go = null;
    try {
      go = GoLineTable.find(elf);
    } catch (MalformedGoTableException | MalformedElfException e) {
      counts.increment(SymbolCount.GO_TABLES_REFUSED);
    }
    ElfFile debugFile = debugFiles.find(file, elf);
    if (debugFile != null) {
      add(indexes, debugFile, ElfSection.SYMTAB, counts);
    }
    if (indexes.isEmpty()) {
      add(indexes, elf, ElfSection.SYMTAB, counts);
    }
    long inflatedBytes = 0;
    if (indexes.isEmpty()) {
      inflatedBytes = addMiniDebugInfo(indexes, elf, counts);
      add(indexes, elf, ElfSection.DYNSYM, counts);
    }
    counts.increment(SymbolCount.TABLES_READ);
    if (indexes.isEmpty() && go == null) {
      counts.increment(SymbolCount.TABLES_EMPTY);
    }
    return new FileSymbols(indexes, go, inflatedBytes);
  }

  private static long addMiniDebugInfo(
      List<SymbolIndex> indexes, ElfFile elf, SymbolCounts counts) {
    try {
      ElfFile mini = MiniDebugInfo.find(elf);
      if (mini != null) {
        add(indexes, mini, ElfSection.SYMTAB, counts);
        return mini.size();
      }
    } catch (IOException | RuntimeException e) { // the decoder throws both on bad data
      counts.increment(SymbolCount.TABLES_REFUSED);
    }
    return 0;
  }

  private static void add(List<SymbolIndex> indexes, ElfFile elf, int type, SymbolCounts counts) {
    for (ElfSection section : elf.sections()) {
      if (section.type() == type) {
        try {
          SymbolIndex index = SymbolIndex.read(elf, section);
          if (index.count() > 0) {
            indexes.add(index);
          }
        } catch (MalformedElfException e) {
          counts.increment(SymbolCount.TABLES_REFUSED);
        }
      }
    }
  }

  /** Bytes of heap. */
  long heapBytes() {
    return inflatedBytes + indexes.stream().mapToLong(SymbolIndex::heapBytes).sum();
  }

  /** The frames at an address as linked, innermost first; one without a name if none is known. */
  List<Frame> frames(Mapping mapping, long address, SymbolNames names)
      throws MalformedGoTableException {
    List<GoCall> calls = go == null ? List.of() : go.calls(address);
    if (!calls.isEmpty()) {
      return calls.stream().map(call -> frame(call, mapping, address)).toList();
    }
    for (SymbolIndex index : indexes) {
      int place = index.find(address);
      String symbol = place < 0 ? null : index.name(place);
      if (symbol != null) {
        return List.of(frame(names.of(symbol), mapping, address));
      }
    }
    return List.of(unresolved(mapping, address));
  }

  private static Frame frame(GoCall call, Mapping mapping, long address) {
    return Frame.builder(FrameType.GO)
        .functionName(call.function())
        .fileName(call.file())
        .line(call.line())
        .inlined(call.inlined())
        .mapping(mapping)
        .address(address)
        .build();
  }

  private static Frame frame(SymbolNames.Named named, Mapping mapping, long address) {
    boolean isRust = named.name().language() == DemangledName.Language.RUST;
    return Frame.builder(isRust ? FrameType.RUST : FrameType.NATIVE)
        .functionName(named.name().text())
        .systemName(named.symbol())
        .mapping(mapping)
        .address(address)
        .build();
  }

  static Frame unresolved(Mapping mapping, long address) {
    if (address == 0 || mapping.equals(Mapping.NONE)) {
      return Frame.named("[unknown]", FrameType.NATIVE);
    }
    return Frame.builder(FrameType.NATIVE).mapping(mapping).address(address).build();
  }
}
