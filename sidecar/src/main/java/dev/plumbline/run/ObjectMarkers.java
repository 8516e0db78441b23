package dev.plumbline.run;

import dev.plumbline.kernel.btf.Btf;
import dev.plumbline.kernel.btf.BtfKind;
import dev.plumbline.kernel.btf.BtfMember;
import dev.plumbline.kernel.btf.MalformedBtfException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a gadget's object declares by the names of its variables (§2.12 of the study of Inspektor
 * Gadget): {@code gadget_mapiter_NAME___MAP} is a data source over a map, {@code
 * gadget_param_VARIABLE} a constant that users set. Immutable.
 *
 * @param iterators data sources over maps, in file order
 * @param parameters variables
 */
record ObjectMarkers(List<Iterator> iterators, List<String> parameters) {
  private static final String ITERATOR = "gadget_mapiter_";
  private static final String PARAMETER = "gadget_param_";
  private static final String TRACER = "gadget_tracer_";

  ObjectMarkers {
    iterators = List.copyOf(iterators);
    parameters = List.copyOf(parameters);
  }

  /**
   * A data source over a map.
   *
   * @param keyType BTF type of its key, likewise of its value
   */
  record Iterator(String dataSource, String map, int keyType, int valueType) {}

  /**
   * @throws RunException if the object declares what we do not run, or nothing
   */
  static ObjectMarkers read(String gadget, Btf btf) throws MalformedBtfException {
    List<Iterator> iterators = new ArrayList<>();
    List<String> parameters = new ArrayList<>();
    for (int type = 1; type < btf.count(); type++) {
      if (btf.kind(type) != BtfKind.VARIABLE) {
        continue;
      }
      String name = btf.name(type);
      if (name.startsWith(ITERATOR)) {
        iterators.add(iterator(gadget, btf, name));
      } else if (name.startsWith(PARAMETER)) {
        parameters.add(name.substring(PARAMETER.length()));
      } else if (name.startsWith(TRACER)) {
        throw new RunException(
            "gadget " + gadget + " has the tracer " + name + ", only map iterators are supported");
      }
    }
    if (iterators.isEmpty()) {
      throw new RunException(
          "gadget " + gadget + " has no variable " + ITERATOR + "NAME___MAP, hence no data source");
    }
    return new ObjectMarkers(iterators, parameters);
  }

  private static Iterator iterator(String gadget, Btf btf, String name)
      throws MalformedBtfException {
    int separator = name.indexOf("___", ITERATOR.length());
    if (separator < 0) {
      throw new RunException(
          "gadget " + gadget + ": variable " + name + " names no map, expected NAME___MAP");
    }
    String map = name.substring(separator + 3);
    int definition = mapType(btf, map);
    if (definition == 0) {
      throw new RunException(
          "gadget " + gadget + ": variable " + name + " names map " + map + ", which is not there");
    }
    return new Iterator(
        name.substring(ITERATOR.length(), separator),
        map,
        struct(gadget, btf, map, definition, "key"),
        struct(gadget, btf, map, definition, "value"));
  }

  /** The type that declares a map; 0 if there is none. */
  private static int mapType(Btf btf, String map) throws MalformedBtfException {
    int section = btf.find(".maps", BtfKind.DATA_SECTION);
    if (section == 0) {
      return 0;
    }
    for (BtfMember variable : btf.members(section)) {
      if (variable.name().equals(map)) {
        return variable.type();
      }
    }
    return 0;
  }

  private static int struct(String gadget, Btf btf, String map, int definition, String part)
      throws MalformedBtfException {
    for (BtfMember member : btf.members(definition)) {
      if (member.name().equals(part)) {
        int type = btf.target(btf.resolve(member.type()));
        if (btf.kind(btf.resolve(type)) == BtfKind.STRUCT) {
          return type;
        }
      }
    }
    throw new RunException(
        "gadget " + gadget + ": the " + part + " of map " + map + " is no struct with a type");
  }
}
