package dev.plumbline.profile;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Ordered frames, innermost (executing) first, root last. Compared by value: two traces with equal
 * frames are one stack on the wire. Immutable; the hash is computed once.
 */
public final class StackTrace {
  /** No frames: legal in a record, never in an exported sample. */
  public static final StackTrace EMPTY = new StackTrace(new Frame[0]);

  private final Frame[] frames;
  private final int hash;

  private StackTrace(Frame[] frames) {
    this.frames = frames;
    this.hash = Arrays.hashCode(frames);
  }

  /** A trace of these frames, leaf first; the list is copied. */
  public static StackTrace of(List<Frame> leafToRoot) {
    return leafToRoot.isEmpty() ? EMPTY : new StackTrace(leafToRoot.toArray(new Frame[0]));
  }

  public static StackTrace of(Frame... leafToRoot) {
    return leafToRoot.length == 0 ? EMPTY : new StackTrace(leafToRoot.clone());
  }

  /** This trace called from {@code callers}: our frames stay on the leaf's side. */
  public StackTrace calledFrom(StackTrace callers) {
    if (callers.isEmpty()) {
      return this;
    }
    if (isEmpty()) {
      return callers;
    }
    Frame[] joined = Arrays.copyOf(frames, frames.length + callers.frames.length);
    System.arraycopy(callers.frames, 0, joined, frames.length, callers.frames.length);
    return new StackTrace(joined);
  }

  public int depth() {
    return frames.length;
  }

  public boolean isEmpty() {
    return frames.length == 0;
  }

  /**
   * @param index 0 is the leaf
   */
  public Frame frame(int index) {
    return frames[index];
  }

  /** Unmodifiable, leaf first. */
  public List<Frame> frames() {
    return Collections.unmodifiableList(Arrays.asList(frames));
  }

  @Override
  public boolean equals(Object other) {
    if (this == other) {
      return true;
    }
    return other instanceof StackTrace
        && ((StackTrace) other).hash == hash
        && Arrays.equals(((StackTrace) other).frames, frames);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return "StackTrace" + Arrays.toString(frames);
  }
}
