package dev.plumbline.format;

import dev.plumbline.profile.Frame;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.StackTrace;
import java.util.Map;
import java.util.TreeMap;

/**
 * A profile as folded stacks: root first, frames parted by semicolons, a blank, the value. Sorted,
 * so that equal profiles are equal files. Attributes are left out. Stateless.
 */
public final class FoldedText {
  private FoldedText() {}

  public static String of(Profile profile) {
    Map<String, Long> values = new TreeMap<>();
    for (Sample sample : profile.samples()) {
      StackTrace stack = sample.stackTrace();
      StringBuilder line = new StringBuilder();
      for (int i = stack.depth() - 1; i >= 0; i--) {
        line.append(name(stack.frame(i))).append(i == 0 ? "" : ";");
      }
      values.merge(line.toString(), sample.value(), Long::sum);
    }
    StringBuilder text = new StringBuilder();
    values.forEach((stack, value) -> text.append(stack).append(' ').append(value).append('\n'));
    return text.toString();
  }

  /** A frame without a function is its module and address; no name holds what parts frames. */
  static String name(Frame frame) {
    String name = frame.functionName();
    if (name.isEmpty()) {
      String file = frame.mapping().fileName();
      name = file.substring(file.lastIndexOf('/') + 1) + "+0x" + Long.toHexString(frame.address());
    }
    return name.replace(';', ',').replace('\n', ' ').replace('\r', ' ');
  }
}
