package dev.plumbline.export;

import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.StackTrace;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Estimates the memory that a window keeps from being freed, so that windows can be counted against
 * the queue's bound. Shared stacks, frames and attributes count once; usual strings are covered by
 * the constant of what has them, since profiles share them, longer ones count beside it. The
 * constants hold for a 64-bit JVM without compressed references, so the estimate errs upwards.
 * Confined to one thread.
 */
final class WindowSize {
  private static final int PROFILE_BYTES = 256;
  private static final int SAMPLE_BYTES = 64;
  private static final int ATTRIBUTE_BYTES = 96;
  private static final int STACK_BYTES = 96;
  private static final int FRAME_REFERENCE_BYTES = 8;
  private static final int FRAME_BYTES = 240;

  /** Characters of a frame, or of an attribute's value, that its constant covers. */
  private static final int COVERED_CHARS = 64;

  private static final int CHAR_BYTES = 2;

  private final Set<StackTrace> stackTraces = newIdentitySet();
  private final Set<Frame> frames = newIdentitySet();
  private final Set<Attributes> attributes = newIdentitySet();
  private long bytes;

  private static <T> Set<T> newIdentitySet() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }

  static long estimateBytes(ProfileWindow window) {
    WindowSize size = new WindowSize();
    for (Profile profile : window.profiles()) {
      size.addHead(profile);
      profile.samples().forEach(size::add);
    }
    return size.bytes;
  }

  /** Of what was added. */
  long bytes() {
    return bytes;
  }

  /** A profile without its samples. */
  void addHead(Profile profile) {
    bytes += PROFILE_BYTES;
    add(profile.resource().attributes());
    add(profile.attributes());
  }

  void add(Sample sample) {
    bytes += SAMPLE_BYTES;
    add(sample.attributes());
    add(sample.stackTrace());
  }

  private void add(Attributes set) {
    if (attributes.add(set)) {
      for (Attribute attribute : set) {
        bytes += ATTRIBUTE_BYTES + beyondCovered(length(attribute.value()));
      }
    }
  }

  private static long length(Object value) {
    return value instanceof Boolean || value instanceof Number ? 0 : value.toString().length();
  }

  private void add(StackTrace stackTrace) {
    if (stackTraces.add(stackTrace)) {
      bytes += STACK_BYTES + (long) FRAME_REFERENCE_BYTES * stackTrace.depth();
      for (int i = 0; i < stackTrace.depth(); i++) {
        add(stackTrace.frame(i));
      }
    }
  }

  private void add(Frame frame) {
    if (frames.add(frame)) {
      long chars = (long) frame.functionName().length() + frame.fileName().length();
      boolean hasOther = !frame.systemName().equals(frame.functionName());
      bytes += FRAME_BYTES + beyondCovered(hasOther ? chars + frame.systemName().length() : chars);
    }
  }

  private static long beyondCovered(long chars) {
    return CHAR_BYTES * Math.max(0, chars - COVERED_CHARS);
  }
}
