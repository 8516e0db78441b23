package dev.plumbline.format.legacy;

import dev.plumbline.format.text.SkippedLines;
import dev.plumbline.format.text.TextLines;
import dev.plumbline.pprof.PprofBuilder;
import dev.plumbline.wire.InputException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text profiles that came before {@code profile.proto}: Go's counts ({@code goroutine profile:
 * total 7}), heaps ({@code heap profile: …}) and contentions, read here; threads and the Java forms
 * by their own readers. All name return addresses, which are moved back by one onto the call;
 * sampled heaps are scaled to what they stand for. Functions are not named: the memory map behind
 * the samples tells the modules. Lines may be of any length, so no pattern here goes back. Confined
 * to one read.
 */
public final class LegacyText {
  private static final Pattern COUNT_HEAD =
      Pattern.compile("\\s*([A-Za-z_][\\w.-]*) profile: total (\\d+)\\s*");
  private static final Pattern HEAP_HEAD =
      Pattern.compile(
          "\\s*heap profile: *(\\d+): *\\d+ *\\[ *(\\d+): *\\d+ *\\] *@ *"
              + "(heap[_a-z0-9]*|growthz?|fragmentationz?)/?(\\d*)\\s*");
  private static final Pattern CONTENTION_HEAD =
      Pattern.compile("--- *(contentionz? \\d+ ---|mutex:|contention:).*");
  private static final Pattern COUNT_LINE = Pattern.compile("\\s*+(\\d++) @([ 0-9a-fx]*+)\\s*+");
  private static final Pattern HEAP_LINE =
      Pattern.compile(
          "\\s*+(-?\\d++): *+(-?\\d++) *+\\[ *+(\\d++): *+(\\d++) *+\\] @([ 0-9a-fx]*+)\\s*+");
  private static final Pattern CONTENTION_LINE =
      Pattern.compile("\\s*+(\\d++) ++(\\d++) @([ 0-9a-fx]*+)\\s*+");
  private final PprofBuilder builder = new PprofBuilder();
  private final SkippedLines skipped = new SkippedLines();
  private final AddressSamples samples = new AddressSamples();
  private Pattern lineForm = COUNT_LINE;
  private final MemoryMap memoryMap = new MemoryMap();
  private boolean hasAllocated;

  /**
   * Samples of which the head speaks; what has none, such as waits that nobody counts, is empty.
   */
  private long announced;

  private long rate;
  private long period = 1;
  private long cyclesPerSecond;

  private LegacyText() {}

  /** Whether the text begins as one of them does; its lines are back at the first. */
  public static boolean matches(TextLines lines) {
    lines.rewind();
    String head = firstLine(lines);
    String second = firstLine(lines);
    lines.rewind();
    return COUNT_HEAD.matcher(head).matches()
        || HEAP_HEAD.matcher(head).matches()
        || CONTENTION_HEAD.matcher(head).matches()
        || ThreadText.matches(head)
        || JavaText.matches(head, second);
  }

  private static String firstLine(TextLines lines) {
    String line = lines.next();
    while (line != null && (line.isBlank() || line.charAt(0) == '#')) {
      line = lines.next();
    }
    return line == null ? "" : line;
  }

  /** The profile of a text that {@link #matches}. */
  public static LegacyProfile read(TextLines lines) throws InputException {
    String head = firstLine(lines);
    String second = firstLine(lines);
    lines.rewind();
    if (ThreadText.matches(head)) {
      return ThreadText.read(lines);
    }
    return JavaText.matches(head, second) ? JavaText.read(lines) : new LegacyText().run(lines);
  }

  private LegacyProfile run(TextLines lines) throws InputException {
    String format = head(firstLine(lines));
    boolean mapped = false;
    for (String line = lines.next(); line != null; line = lines.next()) {
      if (line.isBlank() || line.charAt(0) == '#') {
        continue;
      }
      mapped |= MemoryMap.begins(line);
      Matcher sample = lineForm.matcher(line);
      if (mapped) {
        memoryMap.line(line);
      } else if (sample.matches() && Numbers.areAddresses(sample.group(sample.groupCount()))) {
        sample(sample);
      } else if (!setting(line)) {
        skipped.add(lines.number(), line, "is no sample");
      }
    }
    if (samples.isEmpty() && (announced > 0 || skipped.count() > 0)) {
      throw InputException.malformed(-1, format + ": " + skipped.firstOr("has no samples"));
    }
    samples.writeTo(builder, memoryMap);
    return new LegacyProfile(format, builder.build(), skipped.notes());
  }

  private String head(String line) {
    Matcher count = COUNT_HEAD.matcher(line);
    if (count.matches()) {
      announced = number(count, 2);
      type(count.group(1), "count");
      period(count.group(1), "count", 1);
      return "pprof count text";
    }
    Matcher heap = HEAP_HEAD.matcher(line);
    if (heap.matches()) {
      lineForm = HEAP_LINE;
      announced = number(heap, 1) + number(heap, 2);
      heapHead(heap);
      return "pprof heap text";
    }
    lineForm = CONTENTION_LINE;
    type("contentions", "count");
    type("delay", "nanoseconds");
    period("contentions", "count", 1);
    return "pprof contention text";
  }

  /** Go's own rate is twice the mean distance of samples. Growth and the like are not sampled. */
  private void heapHead(Matcher heap) {
    String kind = heap.group(3);
    long said = heap.group(4).isEmpty() ? 0 : number(heap, 4);
    rate = kind.equals("heap") ? said / 2 : kind.endsWith("_v2") ? said : 0;
    hasAllocated = !heap.group(1).equals(heap.group(2)) && number(heap, 2) != 0;
    if (hasAllocated) {
      type("alloc_objects", "count");
      type("alloc_space", "bytes");
    }
    type(hasAllocated ? "inuse_objects" : "objects", "count");
    type(hasAllocated ? "inuse_space" : "space", "bytes");
    period("space", "bytes", Math.max(1, rate));
  }

  private void type(String type, String unit) {
    builder.sampleType(builder.string(type), builder.string(unit));
  }

  private void period(String type, String unit, long value) {
    builder.period(builder.string(type), builder.string(unit), value);
  }

  /** Settings of a contention profile, such as {@code cycles/second = 3201000000}. */
  private boolean setting(String line) {
    int equals = line.indexOf('=');
    String digits = line.substring(equals + 1).strip();
    if (lineForm != CONTENTION_LINE || equals < 0 || !Numbers.areDigits(digits)) {
      return line.startsWith("---");
    }
    String name = line.substring(0, equals).strip();
    long value = Numbers.of(digits);
    switch (name) {
      case "cycles/second" -> cyclesPerSecond = value;
      case "sampling period" -> {
        period = Math.max(1, value);
        period("contentions", "count", period);
      }
      case "ms since reset" -> builder.interval(0, value * 1_000_000);
      default -> {
        return name.equals("discarded samples");
      }
    }
    return true;
  }

  private void sample(Matcher line) {
    long[] stack = Numbers.addresses(line.group(line.groupCount()));
    for (int i = 0; i < stack.length; i++) {
      stack[i]--;
    }
    if (lineForm == COUNT_LINE) {
      samples.add(stack, number(line, 1));
    } else if (lineForm == HEAP_LINE) {
      long[] inUse = Numbers.unsampled(number(line, 1), number(line, 2), rate);
      long[] allocated = Numbers.unsampled(number(line, 3), number(line, 4), rate);
      long[] values =
          hasAllocated ? new long[] {allocated[0], allocated[1], inUse[0], inUse[1]} : inUse;
      samples.addObjects(stack, objectBytes(line), values);
    } else {
      double delay = (double) number(line, 1) * period;
      double nanos = cyclesPerSecond > 0 ? delay / (cyclesPerSecond / 1e9) : delay;
      samples.add(stack, number(line, 2) * period, (long) nanos);
    }
  }

  /** Bytes of one object; 0 if there are no objects. */
  private static long objectBytes(Matcher line) {
    long inUse = number(line, 1);
    long allocated = number(line, 3);
    return inUse != 0 ? number(line, 2) / inUse : allocated != 0 ? number(line, 4) / allocated : 0;
  }

  private static long number(Matcher line, int group) {
    return Numbers.of(line.group(group));
  }
}
