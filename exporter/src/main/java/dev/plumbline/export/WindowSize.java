package dev.plumbline.export;

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
 * the queue's bound. Shared stacks and frames count once; strings are covered by the constant of a
 * frame, since profiles share them. The constants hold for a 64-bit JVM without compressed
 * references, so the estimate errs upwards.
 */
final class WindowSize {
  private static final int PROFILE_BYTES = 256;
  private static final int SAMPLE_BYTES = 64;
  private static final int ATTRIBUTE_BYTES = 96;
  private static final int STACK_BYTES = 96;
  private static final int FRAME_REFERENCE_BYTES = 8;
  private static final int FRAME_BYTES = 240;

  private WindowSize() {}

  static long estimateBytes(ProfileWindow window) {
    Set<StackTrace> stacks = Collections.newSetFromMap(new IdentityHashMap<>());
    Set<Frame> frames = Collections.newSetFromMap(new IdentityHashMap<>());
    long bytes = 0;
    for (Profile profile : window.profiles()) {
      bytes += PROFILE_BYTES;
      for (Sample sample : profile.samples()) {
        bytes += SAMPLE_BYTES + (long) ATTRIBUTE_BYTES * sample.attributes().size();
        StackTrace stackTrace = sample.stackTrace();
        if (stacks.add(stackTrace)) {
          bytes += STACK_BYTES + (long) FRAME_REFERENCE_BYTES * stackTrace.frames().size();
          frames.addAll(stackTrace.frames());
        }
      }
    }
    return bytes + (long) FRAME_BYTES * frames.size();
  }
}
