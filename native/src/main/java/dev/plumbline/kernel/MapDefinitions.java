package dev.plumbline.kernel;

import dev.plumbline.kernel.btf.Btf;
import dev.plumbline.kernel.btf.BtfKind;
import dev.plumbline.kernel.btf.BtfMember;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads map definitions from the data section {@code .maps} of an object's BTF: each variable is a
 * struct whose members carry the attributes in their types. Stateless.
 */
final class MapDefinitions {
  /** A map and, for a map of maps, the template of its inner maps. */
  record Declared(MapDefinition definition, @Nullable MapDefinition inner) {}

  private final Btf btf;

  MapDefinitions(Btf btf) {
    this.btf = btf;
  }

  /** All maps by name, in declaration order. */
  Map<String, Declared> read() throws IOException {
    Map<String, Declared> maps = new LinkedHashMap<>();
    int section = btf.find(".maps", BtfKind.DATA_SECTION);
    if (section == 0) {
      return maps;
    }
    for (BtfMember variable : btf.members(section)) {
      int type = btf.resolve(variable.type());
      if (btf.kind(type) != BtfKind.STRUCT) {
        throw new ObjectFormatException("map " + variable.name() + " is " + btf.kind(type));
      }
      maps.put(
          variable.name(),
          new Declared(define(variable.name(), type), inner(variable.name(), type)));
    }
    return maps;
  }

  private MapDefinition define(String name, int struct) throws IOException {
    int type = 0;
    int keySize = 0;
    int valueSize = 0;
    int maxEntries = 0;
    int flags = 0;
    for (BtfMember member : btf.members(struct)) {
      switch (member.name()) {
        case "type" -> type = btf.numberOf(member.type());
        case "key_size" -> keySize = btf.numberOf(member.type());
        case "value_size" -> valueSize = btf.numberOf(member.type());
        case "max_entries" -> maxEntries = btf.numberOf(member.type());
        case "map_flags" -> flags = btf.numberOf(member.type());
        case "key" -> keySize = btf.size(btf.target(btf.resolve(member.type())));
        case "value" -> valueSize = btf.size(btf.target(btf.resolve(member.type())));
        case "values" -> {
          // the template of inner maps, see inner()
        }
        default ->
            throw new ObjectFormatException(
                "map " + name + " has the attribute " + member.name() + ", which is not supported");
      }
    }
    return complete(name, type, keySize, valueSize, maxEntries, flags);
  }

  private static MapDefinition complete(
      String name, int number, int keySize, int valueSize, int maxEntries, int flags)
      throws IOException {
    MapType type;
    try {
      type = MapType.of(number);
    } catch (IllegalArgumentException e) {
      throw new ObjectFormatException("map " + name + ": " + e.getMessage());
    }
    boolean holdsDescriptors =
        switch (type) {
          case PROGRAM_ARRAY, PERF_EVENT_ARRAY, ARRAY_OF_MAPS, HASH_OF_MAPS -> true;
          default -> false;
        };
    return new MapDefinition(
        name,
        type,
        holdsDescriptors && keySize == 0 ? 4 : keySize,
        holdsDescriptors ? 4 : valueSize,
        type == MapType.PERF_EVENT_ARRAY && maxEntries == 0
            ? OnlineCpus.possibleCount()
            : maxEntries,
        flags);
  }

  private @Nullable MapDefinition inner(String name, int struct) throws IOException {
    for (BtfMember member : btf.members(struct)) {
      if (!member.name().equals("values")) {
        continue;
      }
      int element = btf.resolve(btf.arrayElement(member.type()));
      int pointed =
          btf.kind(element) == BtfKind.POINTER ? btf.resolve(btf.target(element)) : element;
      return btf.kind(pointed) == BtfKind.STRUCT ? define(name + ".inner", pointed) : null;
    }
    return null;
  }
}
