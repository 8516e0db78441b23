package dev.plumbline.jvm;

import dev.plumbline.profile.Frame;
import java.util.HashMap;
import java.util.Map;

/**
 * A method and the frames made of it, each built once: one a line, inlined or not, so the lines of
 * the method bound them. Confined to the thread that reads the target.
 */
final class JavaMethod {
  /** Whether the compiler inlined the call into the next frame. */
  enum Place {
    CALLED,
    INLINED
  }

  private final MethodIdentity identity;
  private final Frame.Builder builder;
  private final LineNumbers lines;
  private final Map<Integer, Frame> frames = new HashMap<>(4);

  JavaMethod(MethodIdentity identity, Frame.Builder builder, LineNumbers lines) {
    this.identity = identity;
    this.builder = builder;
    this.lines = lines;
  }

  MethodIdentity identity() {
    return identity;
  }

  /** The frame of a byte code; an index outside the method gives no line. */
  Frame frame(int bci, Place place) {
    int line = bci < Math.max(1, identity.codeBytes()) ? lines.line(bci) : 0;
    int key = line << 1 | (place == Place.INLINED ? 1 : 0);
    return frames.computeIfAbsent(
        key, absent -> builder.line(line).inlined(place == Place.INLINED).build());
  }
}
