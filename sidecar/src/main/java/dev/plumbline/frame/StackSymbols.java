package dev.plumbline.frame;

import dev.plumbline.process.ProcessImage;
import dev.plumbline.profile.Frame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns addresses into frames. Confined to the run's thread. */
public interface StackSymbols {
  /** Records of another interval follow. */
  void startFetch();

  /**
   * The frame of a kernel address.
   *
   * @param isExact the CPU was there; else it will return there
   */
  Frame kernelFrame(long address, boolean isExact);

  /**
   * Adds the frames of one user word, innermost first: one, or more where calls were inlined.
   *
   * @param process null if it could not be found out
   * @param word as a {@code SampleRecord} has it, with its kind in the top bits
   * @param callerWord the next word outwards; 0 for the last one
   * @return false if the stack ends here, whatever words follow
   */
  boolean addUserFrames(
      @Nullable ProcessImage process, long word, long callerWord, List<Frame> frames);
}
