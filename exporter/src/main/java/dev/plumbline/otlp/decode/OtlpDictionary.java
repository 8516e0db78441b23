package dev.plumbline.otlp.decode;

import dev.plumbline.wire.IntTupleTable;
import dev.plumbline.wire.Utf8Table;
import java.util.ArrayList;
import java.util.List;

/**
 * The tables of one request (§1.2 of the OTLP study). Indexes are those of the wire; entry 0 of
 * each table is the zero value and means "none". Every index is within its table. Attribute lists
 * of samples, which the wire repeats, are kept once each and known by an index of ours.
 *
 * <p>Tuples (longs are two ints, the high one first):
 *
 * <pre>
 * mapping         start, limit, file offset (longs), file (string), attribute*
 * location        mapping, address (long), attributes, attribute*, (function, line, column (longs))*
 * function        name, system name, file (strings), start line (long)
 * link            trace id (two longs), span id (long)
 * stack           location*                                                     leaf first
 * attribute list  attribute+
 * </pre>
 *
 * <p>Immutable once its decoder has handed it out.
 */
public final class OtlpDictionary {
  static final int MAPPING_INTS = 7;
  static final int LOCATION_INTS = 4;
  static final int LINE_INTS = 5;

  final Utf8Table strings;
  final IntTupleTable mappings = new IntTupleTable(256);
  final IntTupleTable locations = new IntTupleTable(4096);
  final IntTupleTable functions = new IntTupleTable(2048);
  final IntTupleTable links = new IntTupleTable(64);
  final StackTable stacks;
  final IntTupleTable attributeLists = new IntTupleTable(256);
  final List<OtlpAttribute> attributes = new ArrayList<>();

  OtlpDictionary(byte[] request) {
    this.strings = Utf8Table.over(request);
    this.stacks = new StackTable(request);
  }

  /** Number of strings, the empty one at index 0 included; 0 if the sender gave no table. */
  public int stringCount() {
    return strings.count();
  }

  /** Empty for index 0. */
  public String string(int index) {
    return index == 0 ? "" : strings.text(index);
  }

  /** All strings, by index. */
  public Utf8Table strings() {
    return strings;
  }

  /** Largest index of a mapping. */
  public int mappingCount() {
    return mappings.count();
  }

  public long mappingStart(int mapping) {
    return mappings.getLong(mapping, 0);
  }

  public long mappingLimit(int mapping) {
    return mappings.getLong(mapping, 2);
  }

  public long mappingFileOffset(int mapping) {
    return mappings.getLong(mapping, 4);
  }

  public int mappingFile(int mapping) {
    return mappings.get(mapping, 6);
  }

  public int mappingAttributeCount(int mapping) {
    return mappings.length(mapping) - MAPPING_INTS;
  }

  public OtlpAttribute mappingAttribute(int mapping, int position) {
    return attributes.get(mappings.get(mapping, MAPPING_INTS + position));
  }

  /** Largest index of a location. */
  public int locationCount() {
    return locations.count();
  }

  public int locationMapping(int location) {
    return locations.get(location, 0);
  }

  /** Unsigned. */
  public long locationAddress(int location) {
    return locations.getLong(location, 1);
  }

  public int locationAttributeCount(int location) {
    return locations.get(location, 3);
  }

  public OtlpAttribute locationAttribute(int location, int position) {
    return attributes.get(locations.get(location, LOCATION_INTS + position));
  }

  /** Lines of a location; all but the last were inlined into the next. */
  public int lineCount(int location) {
    return (locations.length(location) - LOCATION_INTS - locationAttributeCount(location))
        / LINE_INTS;
  }

  public int lineFunction(int location, int line) {
    return locations.get(location, lineStart(location, line));
  }

  public long lineNumber(int location, int line) {
    return locations.getLong(location, lineStart(location, line) + 1);
  }

  public long lineColumn(int location, int line) {
    return locations.getLong(location, lineStart(location, line) + 3);
  }

  private int lineStart(int location, int line) {
    return LOCATION_INTS + locationAttributeCount(location) + line * LINE_INTS;
  }

  /** Largest index of a function. */
  public int functionCount() {
    return functions.count();
  }

  public int functionName(int function) {
    return functions.get(function, 0);
  }

  public int functionSystemName(int function) {
    return functions.get(function, 1);
  }

  public int functionFile(int function) {
    return functions.get(function, 2);
  }

  public long functionStartLine(int function) {
    return functions.getLong(function, 3);
  }

  /** Largest index of a stack. */
  public int stackCount() {
    return stacks.count();
  }

  public int stackDepth(int stack) {
    return stack == 0 ? 0 : stacks.depth(stack);
  }

  /** Location at that place of a stack, 0 being the leaf. */
  public int stackLocation(int stack, int position) {
    return stacks.location(stack, position);
  }

  /** Largest index of a link. */
  public int linkCount() {
    return links.count();
  }

  /**
   * @param word 0 and 1 for the trace id's halves, 2 for the span id
   */
  public long linkWord(int link, int word) {
    return links.getLong(link, 2 * word);
  }

  /** Largest index of an attribute list. */
  public int attributeListCount() {
    return attributeLists.count();
  }

  /** 0 for list 0, which is empty. */
  public int attributeListSize(int list) {
    return list == 0 ? 0 : attributeLists.length(list);
  }

  /** Attributes of frames and mappings, or none at all, where samples or profiles have theirs. */
  int misplacedAttributes() {
    int misplaced = 0;
    for (int list = 1; list <= attributeListCount(); list++) {
      for (int i = 0; i < attributeListSize(list); i++) {
        misplaced += isMisplaced(attribute(list, i).key()) ? 1 : 0;
      }
    }
    return misplaced;
  }

  private static boolean isMisplaced(String key) {
    return key.isEmpty()
        || key.equals("profile.frame.type")
        || key.startsWith("process.executable.build_id.")
        || key.startsWith("pprof.mapping.")
        || key.startsWith("pprof.location.");
  }

  public OtlpAttribute attribute(int list, int position) {
    return attributes.get(attributeLists.get(list, position));
  }
}
