package dev.plumbline.jvm;

import dev.plumbline.jvm.DebugScopes.Scope;
import dev.plumbline.jvm.JavaMethod.Place;
import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.unwind.HotSpotLayout;
import dev.plumbline.kernel.unwind.SampleRecord;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

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

  /** Thawed frames return here, to fetch those that are still in the heap. */
  private static final String RETURN_BARRIER = "StubRoutines (continuation";

  private static final String CONTINUATION_ENTRY = "jdk.internal.vm.Continuation.enterSpecial";

  private final HotSpotLayout layout;
  private final CodeBlobs blobs;
  private final CodeCache codeCache;
  private final MethodCache methods;
  private final DebugScopes scopes;
  private final Rechecks rechecks;
  private final NamedWords named = new NamedWords();
  private final Map<Unresolved, Long> unresolved = new EnumMap<>(Unresolved.class);
  private final LongSupplier nanoTime;
  private long losses;
  private long roundNanos;

  HotSpotProcess(MemoryReader memory, VmStructs structs, LongSupplier nanoTime) throws IOException {
    this.nanoTime = nanoTime;
    this.layout = LayoutReader.read(memory, structs);
    MethodFields fields = new MethodFields(structs);
    Evidence.Recorder recorder = new Evidence.Recorder(memory);
    this.rechecks = new Rechecks(memory);
    this.blobs = new CodeBlobs(recorder, layout, new BlobFields(structs));
    this.codeCache = new CodeCache(blobs, recorder, nanoTime);
    this.methods = new MethodCache(new MethodReader(recorder, fields), recorder, nanoTime);
    this.scopes = new DebugScopes(memory, structs, fields.encoding);
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
    return unresolved.getOrDefault(reason, 0L);
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
    NamedWords.Named known = named.get(word);
    if (known != null && holds(known.by(), sampleNanos)) {
      rechecks.use(known.by());
      return known.frames();
    }
    try {
      return SampleRecord.isInterpreted(word)
          ? interpreted(word, sampleNanos)
          : compiled(word, callerWord, sampleNanos);
    } catch (ReplacedException e) {
      return List.of(marker(Unresolved.REPLACED));
    } catch (IOException e) {
      return List.of(marker(Unresolved.UNREADABLE));
    }
  }

  private static boolean holds(Sighting<?> by, long sampleNanos) {
    return by.isKnownFor(sampleNanos) && !by.isAmbiguousFor(sampleNanos);
  }

  private List<Frame> remember(long word, List<Frame> frames, Sighting<?> by) {
    rechecks.use(by);
    named.put(word, new NamedWords.Named(frames, by));
    return frames;
  }

  /** After these frames of a word the stack ends, whatever words follow. */
  public static boolean endsStack(List<Frame> frames) {
    return !frames.isEmpty() && frames.get(frames.size() - 1).equals(VIRTUAL_THREAD);
  }

  private Frame marker(Unresolved reason) {
    unresolved.merge(reason, 1L, Long::sum);
    losses++;
    return reason.frame();
  }

  private List<Frame> interpreted(long word, long sampleNanos) throws IOException {
    Sighting<JavaMethod> method = methods.method(SampleRecord.method(word), sampleNanos);
    return method == null
        ? List.of(marker(Unresolved.NOT_A_METHOD))
        : remember(
            word, List.of(method.value().frame(SampleRecord.bci(word), Place.CALLED)), method);
  }

  private List<Frame> compiled(long word, long callerWord, long sampleNanos) throws IOException {
    long pc = SampleRecord.address(word);
    long inside = SampleRecord.isExact(word) ? pc : pc - 1; // a call may be a blob's last word
    Sighting<CodeBlob> code = codeCache.code(inside, sampleNanos);
    if (code == null) {
      return List.of(marker(Unresolved.NO_CODE));
    }
    if (code.value().isInterpreter() && SampleRecord.isInterpreted(callerWord)) {
      return List.of();
    }
    NamedWords.Named known = named.get(word);
    if (known != null && known.by() == code) { // it was looked at again by now
      rechecks.use(code);
      return known.frames();
    }
    long before = losses;
    List<Frame> frames = List.copyOf(framesOf(code.value(), word, sampleNanos));
    if (!codeCache.isUnchanged(code)) {
      return List.of(marker(Unresolved.REPLACED));
    }
    // What was lost is asked for, and counted, again; the interpreter's answer depends on the
    // caller.
    return before == losses && !code.value().isInterpreter()
        ? remember(word, frames, code)
        : frames;
  }

  private List<Frame> framesOf(CodeBlob blob, long word, long sampleNanos) throws IOException {
    if (!blob.isMethod()) {
      Frame stub = Frame.named(blob.name(), FrameType.JVM);
      boolean isReturn = !SampleRecord.isExact(word);
      return isReturn && blob.name().startsWith(RETURN_BARRIER)
          ? List.of(VIRTUAL_THREAD)
          : List.of(stub);
    }
    List<Scope> levels =
        blob.isNativeWrapper() ? List.of() : scopes.at(blob, SampleRecord.address(word));
    List<Frame> frames = new ArrayList<>();
    if (levels == null || !isOf(blob, levels)) {
      frames.add(marker(Unresolved.BAD_SCOPES)); // for what was inlined; the method itself is known
      levels = List.of();
    }
    if (levels.isEmpty()) {
      levels = List.of(new Scope(blob.method(), 0));
    }
    for (int i = 0; i < levels.size(); i++) {
      Place place = i + 1 < levels.size() ? Place.INLINED : Place.CALLED;
      frames.add(frame(levels.get(i), place, sampleNanos));
    }
    if (frames.get(frames.size() - 1).functionName().equals(CONTINUATION_ENTRY)) {
      frames.add(VIRTUAL_THREAD);
    }
    return frames;
  }

  /** The outermost level must be the method that was compiled; if unloaded, that is not known. */
  private static boolean isOf(CodeBlob blob, List<Scope> levels) {
    return levels.isEmpty()
        || blob.method() == 0
        || levels.get(levels.size() - 1).method() == blob.method();
  }

  private Frame frame(Scope level, Place place, long sampleNanos) throws IOException {
    Sighting<JavaMethod> method =
        level.method() == 0 ? null : methods.method(level.method(), sampleNanos);
    return method == null
        ? marker(Unresolved.UNLOADED_METHOD)
        : method.value().frame(level.bci(), place);
  }
}
