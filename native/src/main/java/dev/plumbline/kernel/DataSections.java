package dev.plumbline.kernel;

import dev.plumbline.kernel.btf.BtfKind;
import dev.plumbline.kernel.btf.BtfMember;
import dev.plumbline.kernel.elf.ElfSection;
import dev.plumbline.kernel.elf.ElfSymbol;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Global variables of an object: {@code .rodata} (constants, set before loading, then frozen, so
 * that the verifier drops code behind them), {@code .data} and {@code .bss}. Confined to the
 * loader.
 */
final class DataSections {
  private final ObjectFile object;
  private final Map<String, byte[]> contents = new LinkedHashMap<>();

  DataSections(ObjectFile object) throws IOException {
    this.object = object;
    for (ElfSection section : object.elf().sections()) {
      if (isData(section)) {
        int size = (int) Math.min(section.size(), Integer.MAX_VALUE);
        byte[] bytes = new byte[size];
        if (!section.isNobits()) {
          object.elf().data(section).get(0, bytes);
        }
        contents.put(section.name(), bytes);
      }
    }
  }

  static boolean isData(ElfSection section) {
    String name = section.name();
    boolean isNamed =
        name.startsWith(".rodata") || name.startsWith(".data") || name.startsWith(".bss");
    return isNamed && section.size() > 0 && section.size() <= 1 << 20;
  }

  /** Type and place of a constant. */
  private record Variable(ByteBuffer section, int offset, int type) {}

  private Variable constant(String name) throws IOException {
    ElfSymbol symbol = object.symbol(name);
    ElfSection section = symbol == null ? null : object.sectionOf(symbol);
    if (symbol == null || section == null || !section.name().startsWith(".rodata")) {
      throw new IllegalArgumentException(object.name() + " has no constant " + name);
    }
    int data = object.btf().find(section.name(), BtfKind.DATA_SECTION);
    for (BtfMember member : object.btf().members(data)) {
      ByteBuffer bytes = ByteBuffer.wrap(contents.getOrDefault(section.name(), new byte[0]));
      if (member.name().equals(name)
          && symbol.value() + object.btf().size(member.type()) <= bytes.capacity()) {
        return new Variable(bytes, (int) symbol.value(), member.type());
      }
    }
    throw new ObjectFormatException(object.name() + ": constant " + name + " has no type");
  }

  /** Sets an integer constant; it must fit the declared type, as signed or as unsigned number. */
  void set(String name, long value) throws IOException {
    Variable variable = constant(name);
    int size = object.btf().size(variable.type());
    if (size < 8 && value >> (size * 8) != 0 && value >> (size * 8 - 1) != -1) {
      throw new IllegalArgumentException(
          "constant " + name + " has " + size + " bytes, too few for " + value);
    }
    for (int i = 0; i < size; i++) {
      variable.section().put(variable.offset() + i, (byte) (value >> Math.min(63, i * 8)));
    }
  }

  /** Sets a constant's bytes; shorter ones are padded with zeros. */
  void set(String name, byte[] value) throws IOException {
    Variable variable = constant(name);
    int size = object.btf().size(variable.type());
    if (value.length > size) {
      throw new IllegalArgumentException(
          "constant " + name + " has " + size + " bytes, too few for " + value.length);
    }
    for (int i = 0; i < size; i++) {
      variable.section().put(variable.offset() + i, i < value.length ? value[i] : 0);
    }
  }

  /** The constant's bytes as they will be loaded. */
  ByteBuffer get(String name) throws IOException {
    Variable variable = constant(name);
    int size = object.btf().size(variable.type());
    return variable.section().slice(variable.offset(), size).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * One array map per section, by the section's name; already created ones are closed on failure.
   */
  Map<String, BpfMap> create() throws IOException {
    Map<String, BpfMap> maps = new HashMap<>();
    try {
      for (Map.Entry<String, byte[]> section : contents.entrySet()) {
        boolean isReadOnly = section.getKey().startsWith(".rodata");
        int flags = isReadOnly ? MapDefinition.READ_ONLY_FOR_PROGRAMS : 0;
        int size = section.getValue().length;
        BpfMap map =
            BpfMap.create(new MapDefinition(section.getKey(), MapType.ARRAY, 4, size, 1, flags));
        maps.put(section.getKey(), map);
        map.value().put(0, section.getValue());
        map.update();
        if (isReadOnly) {
          map.freeze();
        }
      }
      return maps;
    } catch (IOException | RuntimeException e) {
      maps.values().forEach(BpfMap::close);
      throw e;
    }
  }
}
