package dev.plumbline.otlp.oracle;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Items 1 to 9: the dictionary. Stateless. */
final class DictionaryItems {
  private static final int MAX_STRING_BYTES = 65_535;

  private DictionaryItems() {}

  static void check(DecodedRequest request, Set<OtlpChecklist.Option> options, Findings findings) {
    DecodedRequest.Dictionary dictionary = request.dictionary();
    findings.require(request.dictionarySet(), 1, "no dictionary");
    tables(dictionary)
        .forEach((name, table) -> findings.require(!table.isEmpty(), 1, "%s is empty", name));
    if (tables(dictionary).values().stream().anyMatch(List::isEmpty)) {
      return;
    }
    item02(dictionary, findings);
    item03(dictionary, options, findings);
    item04(dictionary, findings);
    item06(dictionary, findings);
    if (item07(request, findings)) {
      item05(request, findings);
    }
  }

  private static Map<String, List<?>> tables(DecodedRequest.Dictionary dictionary) {
    Map<String, List<?>> tables = new HashMap<>();
    tables.put("mapping_table", dictionary.mappings());
    tables.put("location_table", dictionary.locations());
    tables.put("function_table", dictionary.functions());
    tables.put("link_table", dictionary.links());
    tables.put("string_table", dictionary.strings());
    tables.put("attribute_table", dictionary.attributes());
    tables.put("stack_table", dictionary.stacks());
    return tables;
  }

  private static void item02(DecodedRequest.Dictionary dictionary, Findings findings) {
    List<Integer> none = List.of();
    findings.require(dictionary.strings().get(0).isEmpty(), 2, "string 0 is not empty");
    findings.require(
        dictionary.mappings().get(0).equals(new DecodedRequest.Mapping(0, 0, 0, 0, none)),
        2,
        "mapping 0 is %s",
        dictionary.mappings().get(0));
    findings.require(
        dictionary.locations().get(0).equals(new DecodedRequest.Location(0, 0, List.of(), none)),
        2,
        "location 0 is %s",
        dictionary.locations().get(0));
    findings.require(
        dictionary.functions().get(0).equals(new DecodedRequest.Function(0, 0, 0, 0)),
        2,
        "function 0 is %s",
        dictionary.functions().get(0));
    findings.require(
        dictionary.attributes().get(0).equals(new DecodedRequest.Attribute(0, null, 0)),
        2,
        "attribute 0 is %s",
        dictionary.attributes().get(0));
    findings.require(dictionary.stacks().get(0).isEmpty(), 2, "stack 0 is not empty");
  }

  private static void item03(
      DecodedRequest.Dictionary dictionary, Set<OtlpChecklist.Option> options, Findings findings) {
    DecodedRequest.Link expected =
        options.contains(OtlpChecklist.Option.ZERO_FILLED_LINK)
            ? new DecodedRequest.Link("0".repeat(32), "0".repeat(16))
            : new DecodedRequest.Link("", "");
    DecodedRequest.Link zero = dictionary.links().get(0);
    findings.require(zero.equals(expected), 3, "link 0 is %s", zero);
  }

  private static void item04(DecodedRequest.Dictionary dictionary, Findings findings) {
    tables(dictionary)
        .forEach(
            (name, table) -> {
              Map<Object, Integer> seen = new HashMap<>();
              for (int i = 0; i < table.size(); i++) {
                Integer other = seen.putIfAbsent(identity(table.get(i)), i);
                findings.require(other == null, 4, "%s: %d equals %d", name, i, other);
              }
            });
  }

  /** The order of attributes does not make entries different. */
  private static Object identity(Object entry) {
    if (entry instanceof DecodedRequest.Mapping m) {
      return new DecodedRequest.Mapping(
          m.start(), m.limit(), m.fileOffset(), m.fileName(), sorted(m.attributes()));
    }
    if (entry instanceof DecodedRequest.Location l) {
      return new DecodedRequest.Location(
          l.mapping(), l.address(), l.lines(), sorted(l.attributes()));
    }
    return entry;
  }

  private static List<Integer> sorted(List<Integer> indexes) {
    return indexes.stream().sorted().toList();
  }

  private static void item06(DecodedRequest.Dictionary dictionary, Findings findings) {
    for (String string : dictionary.strings()) {
      boolean valid = StandardCharsets.UTF_8.newEncoder().canEncode(string);
      findings.require(valid, 6, "lone surrogate in \"%s\"", string);
      int bytes = string.getBytes(StandardCharsets.UTF_8).length;
      findings.require(bytes <= MAX_STRING_BYTES, 6, "string of %d bytes", bytes);
    }
  }

  /** Collects what is referenced; an index that is out of range ends it. */
  private static boolean item07(DecodedRequest request, Findings findings) {
    References references = new References();
    references.visitAll(request);
    Map<String, List<?>> tables = tables(request.dictionary());
    boolean inRange = true;
    for (Map.Entry<String, Set<Integer>> used : references.used.entrySet()) {
      int size = tables.get(used.getKey()).size();
      for (int index : used.getValue()) {
        boolean holds = index >= 0 && index < size;
        findings.require(holds, 7, "%s has %d, index %d", used.getKey(), size, index);
        inRange &= holds;
      }
    }
    return inRange;
  }

  private static void item05(DecodedRequest request, Findings findings) {
    References references = new References();
    references.visitReachable(request);
    tables(request.dictionary())
        .forEach(
            (name, table) -> {
              Set<Integer> used = references.used.getOrDefault(name, Collections.emptySet());
              for (int i = 1; i < table.size(); i++) {
                findings.require(used.contains(i), 5, "%s: nobody references %d", name, i);
              }
            });
  }

  /** Indexes in use by table. */
  private static final class References {
    final Map<String, Set<Integer>> used = new HashMap<>();

    /** Every index that stands anywhere. */
    void visitAll(DecodedRequest request) {
      DecodedRequest.Dictionary dictionary = request.dictionary();
      visitProfiles(request);
      dictionary.stacks().forEach(stack -> use("location_table", stack));
      dictionary.locations().forEach(this::visit);
      dictionary.functions().forEach(this::visit);
      dictionary.mappings().forEach(this::visit);
      dictionary.attributes().forEach(this::visit);
    }

    /** Every index that a sample or profile leads to; all indexes are in range. */
    void visitReachable(DecodedRequest request) {
      DecodedRequest.Dictionary dictionary = request.dictionary();
      visitProfiles(request);
      for (int stack : of("stack_table")) {
        use("location_table", dictionary.stacks().get(stack));
      }
      of("location_table").forEach(index -> visit(dictionary.locations().get(index)));
      of("function_table").forEach(index -> visit(dictionary.functions().get(index)));
      of("mapping_table").forEach(index -> visit(dictionary.mappings().get(index)));
      of("attribute_table").forEach(index -> visit(dictionary.attributes().get(index)));
    }

    private void visitProfiles(DecodedRequest request) {
      for (DecodedRequest.Profile profile : request.profiles()) {
        use("string_table", profile.sampleType().type(), profile.sampleType().unit());
        use("string_table", profile.periodType().type(), profile.periodType().unit());
        use("attribute_table", profile.attributes());
        for (DecodedRequest.Sample sample : profile.samples()) {
          use("stack_table", sample.stack());
          use("attribute_table", sample.attributes());
          use("link_table", sample.link());
        }
      }
    }

    private void visit(DecodedRequest.Location location) {
      use("mapping_table", location.mapping());
      location.lines().forEach(line -> use("function_table", line.function()));
      use("attribute_table", location.attributes());
    }

    private void visit(DecodedRequest.Function function) {
      use("string_table", function.name(), function.systemName(), function.fileName());
    }

    private void visit(DecodedRequest.Mapping mapping) {
      use("string_table", mapping.fileName());
      use("attribute_table", mapping.attributes());
    }

    private void visit(DecodedRequest.Attribute attribute) {
      use("string_table", attribute.key(), attribute.unit());
    }

    private List<Integer> of(String table) {
      return new ArrayList<>(used.getOrDefault(table, Set.of()));
    }

    private void use(String table, Integer... indexes) {
      use(table, List.of(indexes));
    }

    private void use(String table, List<Integer> indexes) {
      used.computeIfAbsent(table, name -> new HashSet<>()).addAll(indexes);
    }
  }
}
