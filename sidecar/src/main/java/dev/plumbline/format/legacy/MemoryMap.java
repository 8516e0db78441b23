package dev.plumbline.format.legacy;

import dev.plumbline.pprof.PprofBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The memory map behind a text profile: lines of {@code /proc/PID/maps}, of which the executable
 * ones count, or {@code START-LIMIT: FILE}; a line {@code name=/path} gives {@code $name} its
 * meaning. Confined to one read.
 */
final class MemoryMap implements Places {
  private static final Pattern FULL =
      Pattern.compile(
          "\\s*+([0-9a-f]++)-([0-9a-f]++)\\s++(\\S++)\\s++([0-9a-f]++)\\s++\\S++\\s++\\d++\\s*+(.*+)");
  private static final Pattern BRIEF = Pattern.compile("\\s*+([0-9a-f]++)-([0-9a-f]++):\\s++(.*+)");
  private static final Pattern VARIABLE = Pattern.compile("\\s*+([a-z]++)=(/.*+)");

  /** As many as Linux lets a process have. */
  private static final int MAX_RANGES = 65_530;

  private final Map<String, String> variables = new HashMap<>();
  private final List<long[]> ranges = new ArrayList<>();
  private final List<String> files = new ArrayList<>();
  private final NavigableMap<Long, Integer> byStart = new TreeMap<>(Long::compareUnsigned);
  private final List<Integer> mappings = new ArrayList<>();

  /** Whether that line stands before it. */
  static boolean begins(String line) {
    return line.startsWith("MAPPED_LIBRARIES:") || line.startsWith("--- Memory map:");
  }

  @Override
  public void line(String line) {
    Matcher full = FULL.matcher(line);
    Matcher brief = BRIEF.matcher(line);
    Matcher variable = VARIABLE.matcher(line);
    if (full.matches() && full.group(3).indexOf('x') >= 0) {
      add(full.group(1), full.group(2), full.group(4), full.group(5).strip());
    } else if (brief.matches()) {
      add(brief.group(1), brief.group(2), "0", brief.group(3).strip());
    } else if (variable.matches()) {
      variables.put("$" + variable.group(1), variable.group(2));
    }
  }

  private void add(String start, String limit, String offset, String file) {
    int end = file.indexOf('/');
    String value = end > 0 ? variables.get(file.substring(0, end)) : null;
    if (ranges.size() == MAX_RANGES) {
      return;
    }
    byStart.putIfAbsent(Numbers.hex(start), ranges.size());
    ranges.add(new long[] {Numbers.hex(start), Numbers.hex(limit), Numbers.hex(offset)});
    files.add(value == null ? file : value + file.substring(end));
  }

  @Override
  public void writeTo(PprofBuilder builder) {
    for (int i = 0; i < ranges.size(); i++) {
      mappings.add(builder.mapping(ranges.get(i), builder.string(files.get(i)), 0, 0));
    }
  }

  @Override
  public int location(PprofBuilder builder, long address) {
    builder.beginLocation(mapping(address), address, false);
    return builder.endLocation();
  }

  /** Index of the written mapping around that address; 0 if there is none. */
  private int mapping(long address) {
    Map.Entry<Long, Integer> below = byStart.floorEntry(address);
    return below != null && Long.compareUnsigned(address, ranges.get(below.getValue())[1]) < 0
        ? mappings.get(below.getValue())
        : 0;
  }
}
