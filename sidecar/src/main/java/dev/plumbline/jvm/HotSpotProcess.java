package dev.plumbline.jvm;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.unwind.HotSpotLayout;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import java.io.IOException;
import java.lang.ref.SoftReference;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A running HotSpot, read from outside. Answers are cached, but hold only for samples taken before
 * they were last checked: an address that was used again is noticed before it gets a wrong name. It
 * is cheapest to resolve many samples some time after they were taken. Confined to the thread that
 * reads targets; it must not be the one that drains samples, since reads may block on a target that
 * is swapped out.
 */
public final class HotSpotProcess {
  /**
   * Ends the stack of a virtual thread: what follows belongs to its carrier; see {@link
   * #endsStack}.
   */
  public static final Frame VIRTUAL_THREAD = Frame.named("[virtual thread]", FrameType.JVM);

  private final HotSpotLayout layout;
  private final CodeBlobs blobs;
  private final Rechecks rechecks;
  private final Losses losses = new Losses();
  private final LongSupplier nanoTime;
  private final Supplier<HotSpotFrames> newFrames;

  /** What may be forgotten: a host has any number of JVMs, and our heap is small. */
  private SoftReference<HotSpotFrames> frames = new SoftReference<>(null);

  private long roundNanos;

  HotSpotProcess(MemoryReader memory, VmStructs structs, LongSupplier nanoTime) throws IOException {
    this.nanoTime = nanoTime;
    this.layout = LayoutReader.read(memory, structs);
    MethodFields fields = new MethodFields(structs);
    Evidence.Recorder recorder = new Evidence.Recorder(memory);
    this.rechecks = new Rechecks(memory);
    this.blobs = new CodeBlobs(recorder, layout, new BlobFields(structs));
    DebugScopes scopes = new DebugScopes(memory, structs, fields.encoding);
    this.newFrames =
        () ->
            new HotSpotFrames(
                new CodeCache(blobs, recorder, nanoTime),
                new MethodCache(new MethodReader(recorder, fields), recorder, nanoTime),
                scopes,
                rechecks,
                losses);
  }

  /**
   * Reads the layout of a JVM; some 40 reads.
   *
   * @param pid in our own pid namespace
   * @param libjvm its libjvm, opened through its own root
   * @param bias what is added to an address of the file to get one of the process
   * @throws JvmStartingException if the JVM is not far enough: try again soon
   * @throws UnsupportedJvmException if its layout is none that we know; the message says what is
   *     missing
   */
  public static HotSpotProcess attach(int pid, ElfFile libjvm, long bias) throws IOException {
    return attach(new TargetMemory(pid), libjvm, bias, System::nanoTime);
  }

  /** As above, with the libjvm found in the process's mappings. */
  public static HotSpotProcess attach(int pid) throws IOException {
    LibJvm libjvm = LibJvm.find(pid);
    if (libjvm == null) {
      throw new UnsupportedJvmException("process " + pid + " has no libjvm.so mapped");
    }
    return attach(pid, libjvm.file(), libjvm.bias());
  }

  /**
   * @param nanoTime CLOCK_MONOTONIC, as in samples
   */
  static HotSpotProcess attach(
      MemoryReader memory, ElfFile libjvm, long bias, LongSupplier nanoTime) throws IOException {
    return new HotSpotProcess(memory, VmStructsReader.read(memory, libjvm, bias), nanoTime);
  }

  /** What the sampling programs must know. */
  public HotSpotLayout layout() {
    return layout;
  }

  /** The address lies in the reserved range of a code heap. */
  public boolean isCode(long address) {
    return blobs.isCode(address);
  }

  /**
   * For who merges samples before naming them: from here on {@link #frames(long, long)} is right
   * for samples that were taken before this call.
   */
  public void startRound() {
    roundNanos = nanoTime.getAsLong();
    rechecks.startRound(roundNanos);
  }

  /** Frames of a word of samples that were taken before the round began; see below. */
  public List<Frame> frames(long word, long callerWord) {
    return frames(word, callerWord, roundNanos);
  }

  /** Words since the start that have no name, by reason. */
  public long unresolved(Unresolved reason) {
    return losses.count(reason);
  }

  /**
   * Frames of a user word of a sample, innermost first; never empty but for the address inside the
   * interpreter that stands before an interpreted frame.
   *
   * @param word with its kind in the top bits
   * @param callerWord the next word of the stack, 0 at its end
   * @param sampleNanos when the sample was taken, CLOCK_MONOTONIC
   */
  public List<Frame> frames(long word, long callerWord, long sampleNanos) {
    HotSpotFrames known = frames.get();
    if (known == null) {
      known = newFrames.get();
      frames = new SoftReference<>(known);
    }
    return known.frames(word, callerWord, sampleNanos);
  }

  /** After these frames of a word the stack ends, whatever words follow. */
  public static boolean endsStack(List<Frame> frames) {
    return !frames.isEmpty() && frames.get(frames.size() - 1).equals(VIRTUAL_THREAD);
  }
}
