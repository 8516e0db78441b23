package dev.plumbline.format;

import dev.plumbline.format.text.SkippedLines;
import dev.plumbline.format.text.TextLines;
import dev.plumbline.wire.InputException;
import java.util.Arrays;
import java.util.List;

/**
 * Folded stacks: frames from the root parted by semicolons, a blank or tab, a count. Frames may
 * hold blanks; the count stands behind the last one. Equal stacks are added. Counts are whole
 * numbers above zero: a fractional, negative or too large one is no count, and its line is skipped,
 * as is one with an empty frame. Lines that are empty or begin with {@code #} say nothing.
 * Stateless.
 */
final class FoldedStacks {
  private FoldedStacks() {}

  static ReadProfile read(TextLines lines) throws InputException {
    SkippedLines skipped = new SkippedLines();
    SimpleStacks stacks = new SimpleStacks("samples", "count");
    for (String line = lines.next(); line != null; line = lines.next()) {
      if (!line.isBlank() && line.charAt(0) != '#') {
        add(lines.number(), line.stripTrailing(), stacks, skipped);
      }
    }
    if (stacks.isEmpty()) {
      throw InputException.malformed(
          -1,
          "no profile that we know; as folded stacks "
              + skipped.firstOr("the file has no line with a stack and a count"));
    }
    return new ReadProfile.OfPprof("folded stacks", stacks.build(), skipped.notes());
  }

  private static void add(int number, String line, SimpleStacks stacks, SkippedLines skipped) {
    int blank = Math.max(line.lastIndexOf(' '), line.lastIndexOf('\t'));
    String stack = blank < 0 ? "" : line.substring(0, blank).strip();
    String count = line.substring(blank + 1);
    if (stack.isEmpty()) {
      skipped.add(number, line, "has no count behind a blank");
    } else if (!isCount(count)) {
      skipped.add(number, line, "ends with no whole number above zero");
    } else if (frames(stack).stream().anyMatch(String::isBlank)) {
      skipped.add(number, line, "has an empty frame");
    } else {
      stacks.add(frames(stack), Long.parseLong(count));
    }
  }

  private static List<String> frames(String stack) {
    return Arrays.asList(stack.split(";", -1));
  }

  private static boolean isCount(String text) {
    if (text.isEmpty() || text.length() > 19 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return false;
    }
    try {
      return Long.parseLong(text) > 0;
    } catch (NumberFormatException ignored) {
      // Nineteen digits above the largest long.
      return false;
    }
  }
}
