package dev.plumbline.process;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSection;
import dev.plumbline.kernel.elf.ElfSymbol;
import dev.plumbline.kernel.unwind.SampleRecord;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Names the frames of samples by the symbol tables of their files, for tests. */
final class FrameNames {
  private final Map<ElfFile, NavigableMap<Long, String>> tables = new HashMap<>();

  /** Names of the user frames, outermost first. */
  String chain(HostSample sample) {
    StringBuilder chain = new StringBuilder();
    for (int i = sample.userWords() - 1; i >= 0; i--) {
      chain.append(chain.length() == 0 ? "" : ";").append(name(sample, sample.userWord(i)));
    }
    return chain.toString();
  }

  private String name(HostSample sample, long word) {
    long address = SampleRecord.address(word) - (SampleRecord.isExact(word) ? 0 : 1);
    CodeRegion region = sample.process() == null ? null : sample.process().region(address);
    if (region == null || region.file() == null || region.file().elf() == null) {
      return "[" + Long.toHexString(address) + "]";
    }
    ElfFile elf = region.file().elf();
    if (region.name().contains(".so")) {
      return region.name().contains("libc.so") ? "libc" : ProgramNames.fileName(region.name());
    }
    if (elf.section(".symtab") == null && elf.section(".dynsym") == null) {
      return region.name();
    }
    try {
      Map.Entry<Long, String> function = functions(elf).floorEntry(region.fileAddress(address));
      return function == null
          ? region.name()
          : function.getValue().replaceAll("\\.(constprop|isra|part|cold).*|@.*", "");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private NavigableMap<Long, String> functions(ElfFile file) throws IOException {
    NavigableMap<Long, String> known = tables.get(file);
    if (known == null) {
      ElfSection full = file.section(".symtab");
      ElfSection table = full == null ? file.section(".dynsym") : full;
      known = new TreeMap<>();
      for (int i = 0; i < file.symbolCount(table); i++) {
        ElfSymbol symbol = file.symbol(table, i);
        if (symbol.type() == ElfSymbol.FUNCTION && symbol.isDefined()) {
          known.put(symbol.value(), symbol.name());
        }
      }
      tables.put(file, known);
    }
    return known;
  }
}
