package dev.plumbline.format.legacy;

import dev.plumbline.format.text.SkippedLines;
import dev.plumbline.format.text.TextLines;
import dev.plumbline.pprof.PprofBuilder;
import dev.plumbline.wire.InputException;
import dev.plumbline.wire.LongList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Stacks of all threads ({@code --- threadz 1 ---}), one sample each; a thread that is the same as
 * the one before counts with it. Confined to one read.
 */
final class ThreadText {
  private static final Pattern HEAD = Pattern.compile("--- threadz \\d+ ---.*");
  private static final Pattern THREAD =
      Pattern.compile("--- Thread [0-9a-f]+ \\(name: .*/\\d+\\) stack: ---.*");
  private static final Pattern ADDRESS = Pattern.compile("0x([0-9a-f]+)");
  private static final String NO_STACK = "---- no stack trace for";
  private static final String SAME = "same as previous thread";

  private final PprofBuilder builder = new PprofBuilder();
  private final AddressSamples samples = new AddressSamples();
  private final MemoryMap memoryMap = new MemoryMap();
  private final SkippedLines skipped = new SkippedLines();
  private final LongList stack = new LongList();
  private boolean isSame;

  private ThreadText() {}

  static boolean matches(String first) {
    return HEAD.matcher(first).matches() || THREAD.matcher(first).matches();
  }

  static LegacyProfile read(TextLines lines) throws InputException {
    return new ThreadText().run(lines);
  }

  private LegacyProfile run(TextLines lines) throws InputException {
    int thread = builder.string("thread");
    int count = builder.string("count");
    builder.sampleType(thread, count);
    builder.period(thread, count, 1);
    boolean inThread = false;
    boolean mapped = false;
    for (String line = lines.next(); line != null; line = lines.next()) {
      if (mapped) {
        memoryMap.line(line);
      } else if (line.stripLeading().startsWith("---")) {
        endThread(inThread);
        mapped = MemoryMap.begins(line) || line.startsWith(NO_STACK);
        inThread = THREAD.matcher(line).matches();
        if (!mapped && !inThread && !HEAD.matcher(line).matches()) {
          skipped.add(lines.number(), line, "begins no thread");
        }
      } else if (inThread) {
        frame(line);
      }
    }
    endThread(inThread && !mapped);
    if (samples.isEmpty()) {
      throw InputException.malformed(-1, "pprof thread text " + skipped.firstOr("has no stacks"));
    }
    samples.removeRepeatedLeaves();
    samples.writeTo(builder, memoryMap);
    return new LegacyProfile("pprof thread text", builder.build(), skipped.notes());
  }

  private void frame(String line) {
    if (line.contains(SAME)) {
      isSame = true;
      return;
    }
    Matcher addresses = ADDRESS.matcher(line);
    while (addresses.find()) {
      long address = Numbers.hex(addresses.group(1));
      // All but the leaf are return addresses: moved back onto the call.
      stack.add(stack.size() == 0 ? address : address - 1);
    }
  }

  private void endThread(boolean isOpen) {
    if (isOpen && (isSame || stack.size() == 0)) {
      samples.repeatLast();
    } else if (isOpen) {
      long[] addresses = new long[stack.size()];
      for (int i = 0; i < addresses.length; i++) {
        addresses[i] = stack.get(i);
      }
      samples.add(addresses, 1);
    }
    isSame = false;
    stack.clear();
  }
}
