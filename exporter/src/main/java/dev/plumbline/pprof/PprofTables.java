package dev.plumbline.pprof;

import dev.plumbline.profile.BuildId;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.Mapping;
import dev.plumbline.profile.StackTrace;
import dev.plumbline.wire.WireText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Strings, functions, mappings and locations of one file, each once, with dense ids from 1 in the
 * order of their first use; string 0 is the empty one. Confined to the encoder's thread.
 */
final class PprofTables {
  private final Map<String, Integer> stringIndexes = new HashMap<>();
  private final List<String> strings = new ArrayList<>();
  private final Map<List<Object>, Integer> functionIds = new HashMap<>();
  private final List<long[]> functions = new ArrayList<>();
  private final Map<Mapping, Integer> mappingIds = new HashMap<>();
  private final List<MappingEntry> mappings = new ArrayList<>();
  private final Map<List<Frame>, Integer> locationIds = new HashMap<>();
  private final List<LocationEntry> locations = new ArrayList<>();

  PprofTables() {
    string("");
  }

  /** Index of that text, repaired and cut as receivers take it. */
  int string(String text) {
    String wellFormed = WireText.wellFormed(text, WireText.MAX_STRING_BYTES);
    Integer known = stringIndexes.putIfAbsent(wellFormed, strings.size());
    if (known != null) {
      return known;
    }
    strings.add(wellFormed);
    return strings.size() - 1;
  }

  /** Ids of the locations of that stack, leaf first; frames inlined into one another share one. */
  long[] locationsOf(StackTrace stackTrace) {
    long[] ids = new long[stackTrace.depth()];
    int count = 0;
    int first = 0;
    for (int i = 0; i < stackTrace.depth(); i++) {
      boolean joinsNext =
          i + 1 < stackTrace.depth()
              && stackTrace.frame(i).inlined()
              && sameInstruction(stackTrace.frame(i), stackTrace.frame(i + 1));
      if (!joinsNext) {
        ids[count++] = location(stackTrace.frames().subList(first, i + 1));
        first = i + 1;
      }
    }
    return count == ids.length ? ids : Arrays.copyOf(ids, count);
  }

  private static boolean sameInstruction(Frame inlined, Frame caller) {
    return inlined.address() != 0
        && inlined.address() == caller.address()
        && inlined.mapping().equals(caller.mapping());
  }

  private int location(List<Frame> frames) {
    Integer known = locationIds.get(frames);
    if (known != null) {
      return known;
    }
    Frame outermost = frames.get(frames.size() - 1);
    LocationEntry entry = new LocationEntry();
    entry.address = outermost.address();
    entry.mapping = mapping(outermost);
    for (Frame frame : frames) {
      if (!frame.functionName().isEmpty()) {
        entry.lines.add(new long[] {function(frame), frame.line()});
      }
    }
    mappings.get(entry.mapping - 1).add(frames);
    locations.add(entry);
    int id = locations.size();
    locationIds.put(new ArrayList<>(frames), id);
    return id;
  }

  /** A frame without a mapping gets one per frame type, so that no tool looks for its binary. */
  private int mapping(Frame frame) {
    Mapping mapping = frame.mapping();
    if (mapping.equals(Mapping.NONE)) {
      mapping = Mapping.ofFile("[" + frame.type().word() + "]", null);
    }
    Integer known = mappingIds.get(mapping);
    if (known != null) {
      return known;
    }
    mappings.add(new MappingEntry(mapping, string(mapping.fileName()), buildId(mapping)));
    mappingIds.put(mapping, mappings.size());
    return mappings.size();
  }

  private int buildId(Mapping mapping) {
    BuildId buildId = mapping.buildId();
    return buildId == null ? 0 : string(buildId.text());
  }

  private long function(Frame frame) {
    List<Object> key = Arrays.asList(frame.functionName(), frame.systemName(), frame.fileName());
    Integer known = functionIds.get(key);
    if (known != null) {
      return known;
    }
    functions.add(
        new long[] {
          string(frame.functionName()), string(frame.systemName()), string(frame.fileName())
        });
    functionIds.put(key, functions.size());
    return functions.size();
  }

  void write(ProtoWriter out) {
    for (int i = 0; i < mappings.size(); i++) {
      mappings.get(i).write(out, i + 1);
    }
    for (int i = 0; i < locations.size(); i++) {
      locations.get(i).write(out, i + 1);
    }
    for (int i = 0; i < functions.size(); i++) {
      long[] function = functions.get(i);
      int id = i + 1;
      out.message(
          5,
          message -> {
            message.varint(1, id);
            message.varint(2, function[0]);
            message.varint(3, function[1]);
            message.varint(4, function[2]);
          });
    }
    for (String string : strings) {
      out.string(6, string);
    }
  }

  /** Mapping: id 1, start 2, limit 3, offset 4, filename 5, build_id 6, has_* 7 to 10. */
  private static final class MappingEntry {
    private final Mapping mapping;
    private final int fileName;
    private final int buildId;
    private boolean symbolized = true;
    private boolean inlinedFrames;

    MappingEntry(Mapping mapping, int fileName, int buildId) {
      this.mapping = mapping;
      this.fileName = fileName;
      this.buildId = buildId;
    }

    /** A mapping counts as symbolized while each of its locations has a name. */
    void add(List<Frame> frames) {
      for (Frame frame : frames) {
        symbolized &= !frame.functionName().isEmpty();
      }
      inlinedFrames |= frames.size() > 1;
    }

    void write(ProtoWriter out, int id) {
      out.message(
          3,
          message -> {
            message.varint(1, id);
            message.varint(2, mapping.start());
            message.varint(3, mapping.limit());
            message.varint(4, mapping.fileOffset());
            message.varint(5, fileName);
            message.varint(6, buildId);
            message.bool(7, symbolized);
            message.bool(8, symbolized);
            message.bool(9, symbolized);
            message.bool(10, symbolized && inlinedFrames);
          });
    }
  }

  /** Location: id 1, mapping_id 2, address 3, line 4 (function_id 1, line 2). */
  private static final class LocationEntry {
    private final List<long[]> lines = new ArrayList<>();
    private long address;
    private int mapping;

    void write(ProtoWriter out, int id) {
      out.message(
          4,
          message -> {
            message.varint(1, id);
            message.varint(2, mapping);
            message.varint(3, address);
            for (long[] line : lines) {
              message.message(
                  4,
                  inner -> {
                    inner.varint(1, line[0]);
                    inner.varint(2, line[1]);
                  });
            }
          });
    }
  }
}
