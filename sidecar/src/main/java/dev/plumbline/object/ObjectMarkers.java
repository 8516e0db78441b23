package dev.plumbline.object;

import dev.plumbline.kernel.btf.Btf;
import dev.plumbline.kernel.btf.BtfKind;
import dev.plumbline.kernel.btf.BtfMember;
import dev.plumbline.kernel.btf.MalformedBtfException;
import dev.plumbline.probe.RunException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a gadget's object declares by the names of its variables (§2.12 of the study of Inspektor
 * Gadget): {@code gadget_mapiter_NAME___MAP} is a data source over a hash map, {@code
 * gadget_tracer_NAME___MAP___STRUCT} one over a ring buffer, {@code gadget_param_VARIABLE} a
 * constant that users set. Immutable.
 *
 * @param iterators data sources over maps, in file order
 * @param tracers data sources over ring buffers, likewise
 * @param parameters variables
 */
record ObjectMarkers(List<Iterator> iterators, List<Tracer> tracers, List<String> parameters) {
  private static final String ITERATOR = "gadget_mapiter_";
  private static final String PARAMETER = "gadget_param_";
  private static final String TRACER = "gadget_tracer_";
  private static final String BETWEEN = "___";

  /** Data sources and filters of ig that need program kinds which we do not load. */
  private static final List<String> REFUSED =
      List.of("gadget_iter_", "gadget_mapelem_iter_", "gadget_sk_prog_", "gadget_pf_");

  ObjectMarkers {
    iterators = List.copyOf(iterators);
    tracers = List.copyOf(tracers);
    parameters = List.copyOf(parameters);
  }

  /**
   * A data source over a map.
   *
   * @param keyType BTF type of its key, likewise of its value
   */
  record Iterator(String dataSource, String map, int keyType, int valueType) {}

  /**
   * A data source over a ring buffer.
   *
   * @param type BTF type of its records
   */
  record Tracer(String dataSource, String map, int type) {}

  /**
   * @throws RunException if the object declares what we do not run, or nothing
   */
  static ObjectMarkers read(String gadget, Btf btf) throws MalformedBtfException {
    List<Iterator> iterators = new ArrayList<>();
    List<Tracer> tracers = new ArrayList<>();
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
        tracers.add(tracer(gadget, btf, name));
      } else if (REFUSED.stream().anyMatch(name::startsWith)) {
        throw new RunException(
            "gadget "
                + gadget
                + " has the variable "
                + name
                + ", only map iterators and tracers are supported");
      }
    }
    if (iterators.isEmpty() && tracers.isEmpty()) {
      throw new RunException(
          "gadget "
              + gadget
              + " has no variable "
              + ITERATOR
              + "NAME___MAP or "
              + TRACER
              + "NAME___MAP___STRUCT, hence no data source");
    }
    return new ObjectMarkers(iterators, tracers, parameters);
  }

  private static Tracer tracer(String gadget, Btf btf, String name) throws MalformedBtfException {
    String[] parts = name.substring(TRACER.length()).split(BETWEEN, -1);
    if (parts.length != 3) {
      throw new RunException(
          "gadget " + gadget + ": variable " + name + ", expected NAME___MAP___STRUCT");
    }
    int type = btf.find(parts[2], BtfKind.STRUCT);
    if (mapType(btf, parts[1]) == 0 || type == 0) {
      throw new RunException(
          "gadget "
              + gadget
              + ": variable "
              + name
              + " names "
              + (type == 0 ? "struct " + parts[2] : "map " + parts[1])
              + ", which is not there");
    }
    return new Tracer(parts[0], parts[1], type);
  }

  private static Iterator iterator(String gadget, Btf btf, String name)
      throws MalformedBtfException {
    int separator = name.indexOf(BETWEEN, ITERATOR.length());
    if (separator < 0) {
      throw new RunException(
          "gadget " + gadget + ": variable " + name + " names no map, expected NAME___MAP");
    }
    String map = name.substring(separator + BETWEEN.length());
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
