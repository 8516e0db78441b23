package dev.plumbline.cpu;

import dev.plumbline.frame.StackSymbols;
import dev.plumbline.kernel.unwind.EndReason;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.StackTrace;
import java.util.ArrayList;
import java.util.List;

/**
 * Stack traces of rows. One that does not reach a root ends in {@link Frame#TRUNCATED}, so that a
 * flame graph shows where frames are missing instead of a false root. Confined to the run's thread.
 */
final class CpuStacks {
  private final StackSymbols symbols;
  private final List<Frame> frames = new ArrayList<>();

  CpuStacks(StackSymbols symbols) {
    this.symbols = symbols;
  }

  void startFetch() {
    symbols.startFetch();
  }

  StackTrace kernel(CpuSampleTable table, int row) {
    frames.clear();
    for (int i = 0, count = table.kernelWords(row); i < count; i++) {
      frames.add(symbols.kernelFrame(table.kernelWord(row, i), i == 0));
    }
    return StackTrace.of(frames);
  }

  StackTrace user(CpuSampleTable table, int row) {
    frames.clear();
    int count = table.userWords(row);
    for (int i = 0; i < count; i++) {
      long caller = i + 1 < count ? table.userWord(row, i + 1) : 0;
      if (!symbols.addUserFrames(table.process(row), table.userWord(row, i), caller, frames)) {
        return StackTrace.of(frames);
      }
    }
    if (!frames.isEmpty() && !reachesRoot(table.endReason(row))) {
      frames.add(Frame.TRUNCATED);
    }
    return StackTrace.of(frames);
  }

  /** A chain of frame pointers that ends is the root of code that keeps them. */
  static boolean reachesRoot(EndReason reason) {
    return reason.isComplete() || reason == EndReason.FRAME_POINTER;
  }
}
