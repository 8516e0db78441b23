package dev.plumbline.profile;

import static java.util.Objects.requireNonNull;

/**
 * What kind of code a frame runs, in the words of the semantic attribute {@code
 * profile.frame.type}. The set is open: a sender may bring a word of its own, and we keep it.
 * Immutable.
 */
public final class FrameType {
  public static final FrameType KERNEL = new FrameType("kernel");
  public static final FrameType NATIVE = new FrameType("native");
  public static final FrameType JVM = new FrameType("jvm");
  public static final FrameType GO = new FrameType("go");
  public static final FrameType RUST = new FrameType("rust");
  public static final FrameType CPYTHON = new FrameType("cpython");
  public static final FrameType V8JS = new FrameType("v8js");

  private static final FrameType[] WELL_KNOWN = {KERNEL, NATIVE, JVM, GO, RUST, CPYTHON, V8JS};

  private final String word;

  private FrameType(String word) {
    this.word = word;
  }

  /** The type of that word; the well-known ones are shared instances. */
  public static FrameType of(String word) {
    for (FrameType type : WELL_KNOWN) {
      if (type.word.equals(word)) {
        return type;
      }
    }
    return new FrameType(requireNonNull(word, "word"));
  }

  /** The word as it stands on the wire, such as {@code jvm}. */
  public String word() {
    return word;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FrameType && ((FrameType) other).word.equals(word);
  }

  @Override
  public int hashCode() {
    return word.hashCode();
  }

  @Override
  public String toString() {
    return word;
  }
}
