package dev.plumbline.process;

import dev.plumbline.kernel.unwind.EndReason;
import dev.plumbline.kernel.unwind.SampleRecord;
import dev.plumbline.unwind.StackCopyWalker;
import org.jspecify.annotations.Nullable;

/**
 * A sample with the process that it is of. One object serves all samples; valid during {@link
 * SampleConsumer#accept} only, in that thread.
 */
public final class HostSample {
  private final StackCopyWalker walker;
  private SampleRecord sample = new SampleRecord();
  private @Nullable ProcessImage process;
  private EndReason end = EndReason.NONE;
  private int walkedWords;

  HostSample(StackCopyWalker walker) {
    this.walker = walker;
  }

  HostSample of(SampleRecord of, @Nullable ProcessImage by) {
    sample = of;
    process = by;
    end = of.endReason();
    walkedWords = 0;
    return this;
  }

  HostSample walked(SampleRecord of, @Nullable ProcessImage by, EndReason walkEnd) {
    sample = of;
    process = by;
    end = walkEnd;
    walkedWords = walker.wordCount();
    return this;
  }

  /** Time, thread, CPU, value and kernel stack; its user words may be only the first ones. */
  public SampleRecord record() {
    return sample;
  }

  /** The process; null when it could not be found out. */
  public @Nullable ProcessImage process() {
    return process;
  }

  /** Number of user words, innermost first. */
  public int userWords() {
    return sample.userWords() + walkedWords;
  }

  /** A user word, with its kind in the top bits as in {@link SampleRecord}. */
  public long userWord(int index) {
    int known = sample.userWords();
    return index < known ? sample.userWord(index) : walker.word(index - known);
  }

  /**
   * Copies all words, the kernel's first; returns how many.
   *
   * @param into with room for {@link SampleRecord#MAX_WORDS}
   */
  public int copyWords(long[] into) {
    int words = sample.copyWords(into);
    for (int i = 0; i < walkedWords; i++) {
      into[words++] = walker.word(i);
    }
    return words;
  }

  /** Why the user stack ends. */
  public EndReason endReason() {
    return end;
  }
}
