package dev.plumbline.format;

import dev.plumbline.format.text.SkippedLines;
import dev.plumbline.format.text.TextLines;
import dev.plumbline.pprof.PprofBuilder;
import dev.plumbline.wire.InputException;
import dev.plumbline.wire.IntList;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The text of {@code perf script}: for each event a line that ends with a colon, frames from the
 * leaf, an empty line. A frame's function is everything up to the last {@code (module)}, whose
 * parentheses may nest; {@code +0x…} at its end is the offset. Functions marked {@code (inlined)}
 * are lines of the next frame's location (case CV-01). The command becomes the label {@code comm},
 * the process {@code pid}. Confined to one read.
 */
final class PerfScript {
  private static final Pattern EVENT =
      Pattern.compile(
          "(\\S.*?)\\s++(\\d++)(?:/(\\d++))?+\\s++(?:\\[\\d++\\]\\s++)?+"
              + "(?:(?!\\d++\\.\\d++:)\\S++\\s++)?+\\d++\\.\\d++:\\s++(?:\\d++\\s++)?+\\S.*+");
  private static final Pattern FRAME = Pattern.compile("\\s*+([0-9a-fA-F]++)\\s++(\\S.*+)");
  private static final Pattern OFFSET = Pattern.compile("\\+0x[0-9a-fA-F]+$");
  private static final String UNKNOWN = "[unknown]";
  private static final String INLINED = "inlined";
  private static final int LOOKED_AT_LINES = 50;
  private static final int MAX_EVENT_CHARACTERS = 2_000;

  private final PprofBuilder builder = new PprofBuilder();
  private final SkippedLines skipped = new SkippedLines();
  private final IntList stack = new IntList();
  private final List<Integer> inlined = new ArrayList<>();
  private int samples;
  private @Nullable Matcher event;

  private PerfScript() {
    builder.sampleType(builder.string("samples"), builder.string("count"));
  }

  /** Whether one of the first lines is an event's. */
  static boolean matches(TextLines lines) {
    lines.rewind();
    boolean matches = false;
    for (int i = 0; i < LOOKED_AT_LINES && !matches; i++) {
      String line = lines.next();
      matches = line != null && event(line) != null;
    }
    lines.rewind();
    return matches;
  }

  /** Null if the line is none of an event. The pattern goes back, so it looks at no long line. */
  private static @Nullable Matcher event(String line) {
    if (line.length() > MAX_EVENT_CHARACTERS || !line.stripTrailing().endsWith(":")) {
      return null;
    }
    Matcher event = EVENT.matcher(line);
    return event.matches() ? event : null;
  }

  static ReadProfile read(TextLines lines) throws InputException {
    PerfScript read = new PerfScript();
    for (String line = lines.next(); line != null; line = lines.next()) {
      read.line(lines.number(), line);
    }
    read.endEvent();
    if (read.samples == 0) {
      throw InputException.malformed(-1, "perf script without an event that has a stack");
    }
    return new ReadProfile.OfPprof("perf script", read.builder.build(), read.skipped.notes());
  }

  private void line(int number, String line) {
    if (line.isBlank()) {
      endEvent();
      return;
    }
    if (line.charAt(0) == '#') {
      return;
    }
    Matcher frame = FRAME.matcher(line);
    if (event != null && frame.matches()) {
      frame(number, line, frame);
      return;
    }
    Matcher start = event(line);
    if (start != null) {
      endEvent();
      event = start;
    } else {
      skipped.add(number, line, "is neither an event nor a frame of one");
    }
  }

  private void frame(int number, String line, Matcher frame) {
    String text = frame.group(2).stripTrailing();
    int open = openingParenthesis(text);
    if (open <= 0) {
      skipped.add(number, line, "names no module");
      return;
    }
    String module = text.substring(open + 1, text.length() - 1);
    String function = OFFSET.matcher(text.substring(0, open).stripTrailing()).replaceFirst("");
    if (module.equals(INLINED)) {
      inlined.add(function(function));
      return;
    }
    boolean known = !function.equals(UNKNOWN);
    int mapping =
        module.equals(UNKNOWN) ? 0 : builder.mapping(new long[3], builder.string(module), 0, 0);
    long address = address(frame.group(1));
    int own = known || (mapping == 0 && address == 0) ? function(function) : 0;
    builder.beginLocation(mapping, address, false);
    for (int each : inlined) {
      builder.line(each, 0, 0);
    }
    if (own != 0) {
      builder.line(own, 0, 0);
    }
    inlined.clear();
    stack.add(builder.endLocation());
  }

  private static long address(String hexadecimal) {
    return hexadecimal.length() > 16 ? 0 : Long.parseUnsignedLong(hexadecimal, 16);
  }

  /** Where the last parenthesis, which closes the text, was opened; -1 if none is. */
  private static int openingParenthesis(String text) {
    int depth = 0;
    for (int i = text.length() - 1; i >= 0; i--) {
      char c = text.charAt(i);
      depth += c == ')' ? 1 : c == '(' ? -1 : 0;
      if (depth == 0) {
        return c == '(' ? i : -1;
      }
    }
    return -1;
  }

  private int function(String name) {
    int index = builder.string(name);
    return builder.function(index, index, 0, 0);
  }

  private void endEvent() {
    if (event != null && stack.size() > 0) {
      builder.beginLabels();
      builder.textLabel(builder.string("comm"), builder.string(event.group(1)));
      if (event.group(2).length() < 10) {
        builder.numberLabel(
            builder.string("pid"), Long.parseLong(event.group(2)), builder.string(""));
      }
      builder.sample(builder.stack(stack), builder.endLabels(), new long[] {1});
      samples++;
    }
    event = null;
    stack.clear();
    inlined.clear();
  }
}
