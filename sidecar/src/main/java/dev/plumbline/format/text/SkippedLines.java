package dev.plumbline.format.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lines that could not be read: how many, and the first with its reason. Confined to one read. */
public final class SkippedLines {
  private static final int SHOWN_CHARACTERS = 80;

  private int count;
  private @Nullable String first;

  /** One more, with its number from 1. */
  public void add(int number, String line, String why) {
    count++;
    if (first == null) {
      String shown =
          line.length() > SHOWN_CHARACTERS ? line.substring(0, SHOWN_CHARACTERS) + "…" : line;
      first = "line " + number + " (\"" + shown + "\") " + why;
    }
  }

  public int count() {
    return count;
  }

  /** Empty if none was skipped. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (first != null) {
      notes.add(
          count == 1 ? "skipped " + first : "skipped " + count + " lines, the first is " + first);
    }
    return notes;
  }

  /** The first one; what a refusal of the whole file says. */
  public String firstOr(String otherwise) {
    return first == null ? otherwise : first;
  }
}
