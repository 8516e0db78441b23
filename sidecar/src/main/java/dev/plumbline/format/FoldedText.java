package dev.plumbline.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plumbline.profile.Frame;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.StackTrace;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * Profiles as folded stacks: root first, frames parted by semicolons, a blank, the value. Sorted by
 * frames from the root, so that equal profiles are equal files; equal lines are one. Lines are made
 * one by one and never held together: the texts of many stacks are a hundred times the size of the
 * stacks. Attributes are left out. Stateless.
 */
public final class FoldedText {
  private FoldedText() {}

  /**
   * Writes the samples of all profiles in UTF-8; flushes and does not close.
   *
   * @param root a further frame at the root of a sample's stack; empty for none
   */
  public static void write(List<Profile> profiles, Function<Sample, String> root, OutputStream out)
      throws IOException {
    Writer writer = new BufferedWriter(new OutputStreamWriter(out, UTF_8));
    Sample[] samples =
        profiles.stream().flatMap(profile -> profile.samples().stream()).toArray(Sample[]::new);
    Comparator<Sample> order =
        Comparator.comparing(root).thenComparing(Sample::stackTrace, FoldedText::compare);
    Arrays.sort(samples, order);
    for (int i = 0; i < samples.length; ) {
      Sample first = samples[i];
      long value = 0;
      while (i < samples.length && order.compare(first, samples[i]) == 0) {
        value += samples[i].value();
        i++;
      }
      writeLine(root.apply(first), first.stackTrace(), value, writer);
    }
    writer.flush();
  }

  private static void writeLine(String root, StackTrace stack, long value, Writer out)
      throws IOException {
    if (!root.isEmpty()) {
      out.append(clean(root)).append(';');
    }
    for (int i = stack.depth() - 1; i >= 0; i--) {
      out.append(name(stack.frame(i))).append(i == 0 ? "" : ";");
    }
    out.append(' ').append(Long.toString(value)).append('\n');
  }

  /** By names from the root; of two that begin alike the shorter one comes first. */
  private static int compare(StackTrace a, StackTrace b) {
    int shorter = Math.min(a.depth(), b.depth());
    for (int i = 1; i <= shorter; i++) {
      Frame ours = a.frame(a.depth() - i);
      Frame theirs = b.frame(b.depth() - i);
      int order = ours.equals(theirs) ? 0 : name(ours).compareTo(name(theirs));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(a.depth(), b.depth());
  }

  /** A frame without a function is its module and address; no name holds what parts frames. */
  static String name(Frame frame) {
    String name = frame.functionName();
    if (name.isEmpty()) {
      String file = frame.mapping().fileName();
      name = file.substring(file.lastIndexOf('/') + 1) + "+0x" + Long.toHexString(frame.address());
    }
    return clean(name);
  }

  /** Lines may be read on a terminal too, and their names are those of any user's programs. */
  private static String clean(String name) {
    String one = name.replace(';', ':');
    for (int i = 0; i < one.length(); i++) {
      if (Character.isISOControl(one.charAt(i))) {
        one = one.replace(one.charAt(i), ' ');
      }
    }
    return one;
  }
}
