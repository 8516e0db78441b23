package dev.plumbline.format.legacy;

import dev.plumbline.format.text.SkippedLines;
import dev.plumbline.format.text.TextLines;
import dev.plumbline.pprof.PprofBuilder;
import dev.plumbline.wire.InputException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Heaps and contentions of old Java agents, told by {@code format = java} in their second line. Of
 * a sample the second number is the count. Confined to one read.
 */
final class JavaText {
  /** At which their heaps were sampled. */
  private static final long HEAP_RATE_BYTES = 512 << 10;

  private static final String HEAP = "--- heapz 1 ---";
  private static final String CONTENTION = "--- contentionz 1 ---";
  private static final Pattern JAVA = Pattern.compile(" *format *= *java *");
  private static final Pattern SAMPLE = Pattern.compile(" *+(\\d++) ++(\\d++) ++@([ 0-9a-fx]*+)");

  private final PprofBuilder builder = new PprofBuilder();
  private final AddressSamples samples = new AddressSamples();
  private final JavaPlaces places = new JavaPlaces();
  private final SkippedLines skipped = new SkippedLines();
  private boolean isHeap;
  private boolean hasTypes;
  private long period;

  private JavaText() {}

  static boolean matches(String first, String second) {
    String head = first.strip();
    return (head.equals(HEAP) || head.equals(CONTENTION)) && JAVA.matcher(second).matches();
  }

  static LegacyProfile read(TextLines lines) throws InputException {
    return new JavaText().run(lines);
  }

  private LegacyProfile run(TextLines lines) throws InputException {
    for (String line = lines.next(); line != null; line = lines.next()) {
      Matcher sample = SAMPLE.matcher(line);
      int equals = line.indexOf('=');
      if (hasTypes && sample.matches() && Numbers.areAddresses(sample.group(3))) {
        sample(sample, lines.number(), line);
      } else if (line.strip().equals(HEAP) && !hasTypes) {
        isHeap = true;
      } else if (samples.isEmpty() && equals > 0) {
        setting(line.substring(0, equals).strip(), line.substring(equals + 1).strip());
      } else {
        places.line(line);
      }
    }
    String format = "pprof " + (isHeap ? "heap" : "contention") + " text of Java";
    if (samples.isEmpty()) {
      throw InputException.malformed(-1, format + " " + skipped.firstOr("the file has no samples"));
    }
    samples.writeTo(builder, places);
    return new LegacyProfile(format, builder.build(), skipped.notes());
  }

  private void setting(String name, String value) {
    switch (name) {
      case "resolution" -> {
        if (!hasTypes) {
          hasTypes = true;
          type(isHeap ? "inuse_objects" : "contentions", "count");
          type(isHeap ? "inuse_space" : "delay", value);
        }
      }
      case "sampling period" -> {
        period = Numbers.areDigits(value) ? Numbers.of(value) : 0;
        builder.period(builder.string("contentions"), builder.string("count"), period);
      }
      case "ms since reset" ->
          builder.interval(0, Numbers.areDigits(value) ? Numbers.of(value) * 1_000_000 : 0);
      default -> {
        // The format, which is known.
      }
    }
  }

  private void type(String type, String unit) {
    builder.sampleType(builder.string(type), builder.string(unit));
  }

  private void sample(Matcher sample, int number, String line) {
    long amount = Numbers.of(sample.group(1));
    long count = Numbers.of(sample.group(2));
    long[] stack = Numbers.addresses(sample.group(3));
    if (!isHeap) {
      long times = period == 0 ? 1 : period;
      samples.add(stack, count * times, amount * times);
    } else if (count == 0) {
      skipped.add(number, line, "counts no object");
    } else {
      samples.addObjects(stack, amount / count, Numbers.unsampled(count, amount, HEAP_RATE_BYTES));
    }
  }
}
