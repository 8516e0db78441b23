package dev.plumbline.sampling;

import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.StackTrace;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the text that Inspektor Gadget writes for a stack (§4.2 and §8 of its study): frames leaf
 * first, a semicolon and a space between them and, optionally, after the last; releases before 0.53
 * put {@code [N]} before every frame. A frame without a name is left out.
 *
 * <p>The text is foreign: what lies past {@link #MAX_LENGTH} characters or {@link #MAX_DEPTH}
 * frames is cut on the root's side and stands as one frame {@link Frame#TRUNCATED}; a name longer
 * than {@link #MAX_NAME_LENGTH} is cut.
 */
public final class StackText {
  /** Characters read of one text. */
  public static final int MAX_LENGTH = 256 * 1024;

  /** Frames of one text, the marker of a cut included: as deep as receivers take. */
  public static final int MAX_DEPTH = 1000;

  /** Characters of one frame's name. */
  public static final int MAX_NAME_LENGTH = 4096;

  private static final String SEPARATOR = "; ";

  private StackText() {}

  /**
   * @param type the type that all frames get, since the text names none
   */
  public static StackTrace parse(String text, FrameType type) {
    int end = Math.min(text.length(), MAX_LENGTH);
    List<Frame> frames = new ArrayList<>();
    int start = 0;
    while (start < end) {
      int separator = text.indexOf(SEPARATOR, start);
      int frameEnd = separator < 0 ? text.length() : separator;
      if (frameEnd > end && end - start < MAX_NAME_LENGTH) {
        break; // part of a name would be another function
      }
      String name = frameName(text, start, Math.min(frameEnd, end));
      if (!name.isEmpty()) {
        if (frames.size() == MAX_DEPTH) {
          markAsCut(frames);
          return StackTrace.of(frames);
        }
        frames.add(Frame.named(name, type));
      }
      start = frameEnd + SEPARATOR.length();
    }
    if (end < text.length()) {
      markAsCut(frames);
    }
    return StackTrace.of(frames);
  }

  private static void markAsCut(List<Frame> frames) {
    if (frames.size() == MAX_DEPTH) {
      frames.set(MAX_DEPTH - 1, Frame.TRUNCATED);
    } else {
      frames.add(Frame.TRUNCATED);
    }
  }

  private static String frameName(String text, int start, int end) {
    int nameStart = afterIndex(text, start, end);
    int nameEnd = Math.min(end, nameStart + MAX_NAME_LENGTH);
    if (nameEnd < end && Character.isHighSurrogate(text.charAt(nameEnd - 1))) {
      nameEnd--;
    }
    String name = text.substring(nameStart, nameEnd);
    return name.trim().isEmpty() ? "" : name;
  }

  /** Where the name starts: behind a prefix of digits in brackets, if there is one. */
  private static int afterIndex(String text, int start, int end) {
    if (start >= end || text.charAt(start) != '[') {
      return start;
    }
    int i = start + 1;
    while (i < end && text.charAt(i) >= '0' && text.charAt(i) <= '9') {
      i++;
    }
    return i > start + 1 && i < end && text.charAt(i) == ']' ? i + 1 : start;
  }
}
