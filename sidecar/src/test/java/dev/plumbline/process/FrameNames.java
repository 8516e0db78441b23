package dev.plumbline.process;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSection;
import dev.plumbline.kernel.elf.ElfSymbols;
import dev.plumbline.kernel.unwind.SampleRecord;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Names the frames of samples by the symbol tables of their files, for tests. */
final class FrameNames {
  private final Map<ElfFile, ElfSymbols> tables = new HashMap<>();

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
      ElfSymbols symbols = symbols(elf);
      int index = symbols.floorIndex(region.fileAddress(address));
      return index < 0
          ? region.name()
          : symbols.name(index).replaceAll("\\.(constprop|isra|part|cold).*|@.*", "");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private ElfSymbols symbols(ElfFile file) throws IOException {
    ElfSymbols known = tables.get(file);
    if (known == null) {
      ElfSection table = file.section(".symtab");
      known = ElfSymbols.functions(file, table == null ? file.section(".dynsym") : table);
      tables.put(file, known);
    }
    return known;
  }
}
