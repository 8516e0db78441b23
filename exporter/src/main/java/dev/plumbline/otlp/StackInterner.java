package dev.plumbline.otlp;

import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Mapping;
import dev.plumbline.profile.StackTrace;
import java.util.Arrays;

/**
 * Stack traces to stacks of locations. A frame that was inlined shares a location with the frame
 * that it was inlined into, where both have the same mapping, type and address; the outer caller is
 * then the last line. Every other frame is a location with one line, or none if it is unresolved.
 * JVM frames have neither mapping nor address (§8, items 39 to 44, of the OTLP study).
 *
 * <p>Traces and frames are looked up by their kept hashes before their text is touched: a source
 * that shares them costs one probe each. Confined to the encoder's thread.
 */
final class StackInterner {
  /** Most locations of a stack; Pyroscope cuts deeper ones at the leaf. */
  static final int MAX_DEPTH = 1_000;

  private static final String UNKNOWN_FUNCTION = "[unknown]";

  private final WindowDictionary dictionary;
  private final Interner<StackTrace> stacksSeen = new Interner<>(2048);
  private final Interner<Frame> locationsSeen = new Interner<>(2048);
  private final int[] stack = new int[MAX_DEPTH];
  private int[] location = new int[16];
  private int truncatedCount;

  StackInterner(WindowDictionary dictionary) {
    this.dictionary = dictionary;
  }

  /** Index of the stack; a trace without frames becomes {@link Frame#NO_STACK}. */
  int intern(StackTrace trace) {
    int known = stacksSeen.find(trace);
    if (known != Interner.ABSENT) {
      return known;
    }
    int kept = keptFrames(trace);
    int depth = 0;
    for (int i = 0; i < kept; ) {
      int end = endOfLocation(trace, i, kept);
      stack[depth++] = end - i == 1 ? location(trace.frame(i)) : foldedLocation(trace, i, end);
      i = end;
    }
    if (kept < trace.depth()) {
      truncatedCount++;
      stack[depth++] = location(Frame.TRUNCATED);
    } else if (depth == 0) {
      stack[depth++] = location(Frame.NO_STACK);
    }
    int index = dictionary.stacks.intern(stack, depth);
    stacksSeen.put(trace, index);
    return index;
  }

  /** Different traces so far that were deeper than {@link #MAX_DEPTH}. */
  int truncatedCount() {
    return truncatedCount;
  }

  /** How many frames on the leaf's side stay; less than all leaves one place for the marker. */
  private static int keptFrames(StackTrace trace) {
    if (trace.depth() <= MAX_DEPTH) {
      return trace.depth();
    }
    int kept = MAX_DEPTH - 1;
    // A location is never cut in two, unless all that is kept is one.
    while (kept > 0 && folds(trace.frame(kept - 1), trace.frame(kept))) {
      kept--;
    }
    return kept == 0 ? MAX_DEPTH - 1 : kept;
  }

  private static int endOfLocation(StackTrace trace, int start, int limit) {
    int end = start + 1;
    while (end < limit && folds(trace.frame(end - 1), trace.frame(end))) {
      end++;
    }
    return end;
  }

  private static boolean folds(Frame inner, Frame outer) {
    return inner.inlined()
        && inner.address() != 0
        && inner.address() == outer.address()
        && !inner.type().equals(FrameType.JVM)
        && !inner.functionName().isEmpty()
        && !outer.functionName().isEmpty()
        && inner.type().equals(outer.type())
        && inner.mapping().equals(outer.mapping());
  }

  private int location(Frame frame) {
    int known = locationsSeen.find(frame);
    if (known != Interner.ABSENT) {
      return known;
    }
    int length = startLocation(frame);
    if (!frame.functionName().isEmpty()) {
      length = addLine(frame, frame.functionName(), length);
    } else if (location[0] == 0) {
      length = addLine(frame, UNKNOWN_FUNCTION, length);
    }
    int index = dictionary.locations.intern(location, length);
    locationsSeen.put(frame, index);
    return index;
  }

  private int foldedLocation(StackTrace trace, int start, int end) {
    int length = startLocation(trace.frame(start));
    for (int i = start; i < end; i++) {
      length = addLine(trace.frame(i), trace.frame(i).functionName(), length);
    }
    return dictionary.locations.intern(location, length);
  }

  private int startLocation(Frame frame) {
    boolean placed = !frame.type().equals(FrameType.JVM);
    Mapping mapping = placed ? frame.mapping() : Mapping.NONE;
    long address = placed ? frame.address() : 0;
    location[0] = dictionary.mapping(mapping);
    location[1] = (int) (address >>> 32);
    location[2] = (int) address;
    location[3] = dictionary.frameType(frame.type());
    return 4;
  }

  private int addLine(Frame frame, String functionName, int length) {
    if (length + 2 > location.length) {
      location = Arrays.copyOf(location, location.length * 2);
    }
    location[length] = dictionary.function(functionName, frame.systemName(), frame.fileName());
    location[length + 1] = frame.line();
    return length + 2;
  }
}
