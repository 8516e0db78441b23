package dev.plumbline.jvm;

import dev.plumbline.kernel.unwind.SampleRecord;
import dev.plumbline.profile.Frame;
import java.util.ArrayList;
import java.util.List;

/**
 * The user words of one sample that wait for the names of their Java frames, and what the caller
 * wants back with them. Filled by the thread that reads targets, then handed over; not shared
 * meanwhile.
 *
 * @param <T> what the caller needs to go on
 */
public final class WaitingStack<T> {
  private final T context;
  private final HotSpotProcess process;
  private final long[] words;
  private final long sampleNanos;
  private final List<List<Frame>> frames;

  WaitingStack(T context, HotSpotProcess process, long[] words, long sampleNanos) {
    this.context = context;
    this.process = process;
    this.words = words;
    this.sampleNanos = sampleNanos;
    this.frames = new ArrayList<>(words.length);
  }

  /** What was handed in with the words. */
  public T context() {
    return context;
  }

  /** Number of words; after the entry of a virtual thread there are none. */
  public int wordCount() {
    return frames.size();
  }

  /** A word as it stands in the sample, innermost first. */
  public long word(int index) {
    return words[index];
  }

  /** Java frames of a word, innermost first; empty for words that are not the JVM's. */
  public List<Frame> frames(int index) {
    return frames.get(index);
  }

  /** The same stack, not resolved: for when the thread that resolves this one is stuck. */
  WaitingStack<T> copy() {
    return new WaitingStack<>(context, process, words, sampleNanos);
  }

  private boolean isOfJvm(long word) {
    return SampleRecord.isInterpreted(word) || process.isCode(SampleRecord.address(word));
  }

  void resolve() {
    for (int i = 0; i < words.length; i++) {
      long caller = i + 1 < words.length ? words[i + 1] : 0;
      List<Frame> named =
          isOfJvm(words[i]) ? process.frames(words[i], caller, sampleNanos) : List.of();
      frames.add(named);
      if (HotSpotProcess.endsStack(named)) {
        return;
      }
    }
  }

  /** Without looking at the process, which may be what takes so long. */
  void giveUp() {
    frames.clear();
    for (long word : words) {
      frames.add(isOfJvm(word) ? List.of(Unresolved.TOO_LATE.frame()) : List.of());
    }
  }
}
