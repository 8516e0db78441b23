package dev.plumbline.kernel;

import dev.plumbline.kernel.btf.Btf;
import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSection;
import dev.plumbline.kernel.elf.ElfSymbol;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A BPF object as clang wrote it: sections, symbols, relocations, types. Immutable. */
final class ObjectFile {
  private static final int MACHINE_BPF = 247;

  /** Most symbols of one object. */
  private static final int MAX_SYMBOLS = 1 << 16;

  /** A relocation of an instruction: where, which type, against what. */
  record Relocation(int offset, int type, ElfSymbol symbol) {
    /** Loads a 64-bit immediate: a map, a variable or a function. */
    static final int LOAD = 1;

    /** Calls a function. */
    static final int CALL = 10;
  }

  /** A function's code: bytes [start, start + size) of an executable section. */
  record Function(String name, ElfSection section, int start, int size) {}

  private final ElfFile elf;
  private final Btf btf;
  private final List<ElfSymbol> symbols;

  ObjectFile(ByteBuffer image, String name) throws IOException {
    this.elf = ElfFile.of(image, name);
    if (elf.machine() != MACHINE_BPF) {
      throw new ObjectFormatException(
          name + ": is for machine " + elf.machine() + ", not BPF (247)");
    }
    this.btf = Btf.of(elf.data(required(".BTF")));
    this.symbols = readSymbols();
  }

  private ElfSection required(String section) throws ObjectFormatException {
    ElfSection found = elf.section(section);
    if (found == null) {
      throw new ObjectFormatException(
          elf.name() + ": has no section " + section + "; compile it with clang -g and keep BTF");
    }
    return found;
  }

  private List<ElfSymbol> readSymbols() throws IOException {
    List<ElfSymbol> read = new ArrayList<>();
    for (ElfSection section : elf.sections()) {
      if (section.type() != ElfSection.SYMTAB) {
        continue;
      }
      int count = elf.symbolCount(section);
      if (count > MAX_SYMBOLS) {
        throw new ObjectFormatException(elf.name() + ": has " + count + " symbols");
      }
      for (int i = 0; i < count; i++) {
        read.add(elf.symbol(section, i));
      }
      return read;
    }
    throw new ObjectFormatException(elf.name() + ": has no symbol table");
  }

  String name() {
    return elf.name();
  }

  Btf btf() {
    return btf;
  }

  ElfFile elf() {
    return elf;
  }

  /** The license text that decides which helpers the kernel allows. */
  String license() throws IOException {
    ByteBuffer text = elf.data(required("license"));
    byte[] bytes = new byte[text.capacity()];
    text.get(0, bytes);
    return new String(bytes, StandardCharsets.US_ASCII).replace("\0", "");
  }

  @Nullable ElfSymbol symbol(String name) {
    for (ElfSymbol symbol : symbols) {
      if (symbol.isDefined() && symbol.name().equals(name)) {
        return symbol;
      }
    }
    return null;
  }

  /** The named symbol of a section at an offset: what a section-relative relocation means. */
  @Nullable ElfSymbol symbolAt(int section, long offset) {
    for (ElfSymbol symbol : symbols) {
      boolean isNamed = symbol.type() == ElfSymbol.OBJECT || symbol.type() == ElfSymbol.FUNCTION;
      if (isNamed && symbol.sectionIndex() == section && symbol.value() == offset) {
        return symbol;
      }
    }
    return null;
  }

  /** The section of a symbol; null for one that is not defined here. */
  @Nullable ElfSection sectionOf(ElfSymbol symbol) {
    int index = symbol.sectionIndex();
    return index > 0 && index < elf.sections().size() ? elf.sections().get(index) : null;
  }

  /** Functions of sections that are programs (not {@code .text}), in file order. */
  List<Function> programs() throws IOException {
    List<Function> programs = new ArrayList<>();
    for (ElfSymbol symbol : symbols) {
      ElfSection section = sectionOf(symbol);
      if (symbol.type() == ElfSymbol.FUNCTION
          && section != null
          && section.isExecutable()
          && !section.name().equals(".text")) {
        programs.add(function(symbol, section));
      }
    }
    return programs;
  }

  /** The function that begins at an offset of a section. */
  Function functionAt(ElfSection section, long offset) throws IOException {
    ElfSymbol symbol = symbolAt(section.index(), offset);
    if (symbol == null || symbol.type() != ElfSymbol.FUNCTION) {
      throw new ObjectFormatException(
          elf.name() + ": no function begins at byte " + offset + " of " + section.name());
    }
    return function(symbol, section);
  }

  private Function function(ElfSymbol symbol, ElfSection section) throws IOException {
    long end = symbol.value() + symbol.size();
    if (symbol.value() < 0
        || symbol.size() <= 0
        || end > section.size()
        || end < 0
        || (symbol.value() | symbol.size()) % 8 != 0) {
      throw new ObjectFormatException(
          elf.name() + ": function " + symbol.name() + " is not inside " + section.name());
    }
    return new Function(symbol.name(), section, (int) symbol.value(), (int) symbol.size());
  }

  /** Relocations of a section's code, in file order. */
  List<Relocation> relocations(ElfSection section) throws IOException {
    List<Relocation> found = new ArrayList<>();
    for (ElfSection candidate : elf.sections()) {
      if (candidate.type() != ElfSection.REL || candidate.info() != section.index()) {
        continue;
      }
      ByteBuffer entries = elf.data(candidate);
      for (int at = 0; at + 16 <= entries.capacity(); at += 16) {
        int symbol = entries.getInt(at + 12);
        if (symbol < 0 || symbol >= symbols.size()) {
          throw new ObjectFormatException(elf.name() + ": relocation of symbol " + symbol);
        }
        long offset = entries.getLong(at);
        if (offset < 0 || offset >= section.size()) {
          throw new ObjectFormatException(elf.name() + ": relocation at byte " + offset);
        }
        found.add(new Relocation((int) offset, entries.getInt(at + 8), symbols.get(symbol)));
      }
    }
    return found;
  }
}
