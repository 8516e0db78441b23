package dev.plumbline.jvm;

import dev.plumbline.jvm.DebugScopes.Scope;
import dev.plumbline.jvm.JavaMethod.Place;
import dev.plumbline.kernel.unwind.SampleRecord;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The words of samples that a JVM's code or methods are named by, with all that was read for it:
 * some MB for a busy JVM, which can be forgotten at any time and is then read anew. Confined to the
 * thread that reads the target.
 */
final class HotSpotFrames {
  /** Thawed frames return here, to fetch those that are still in the heap. */
  private static final String RETURN_BARRIER = "StubRoutines (continuation";

  private static final String CONTINUATION_ENTRY = "jdk.internal.vm.Continuation.enterSpecial";

  private final CodeCache codeCache;
  private final MethodCache methods;
  private final DebugScopes scopes;
  private final Rechecks rechecks;
  private final Losses losses;
  private final NamedWords named = new NamedWords();

  HotSpotFrames(
      CodeCache codeCache,
      MethodCache methods,
      DebugScopes scopes,
      Rechecks rechecks,
      Losses losses) {
    this.codeCache = codeCache;
    this.methods = methods;
    this.scopes = scopes;
    this.rechecks = rechecks;
    this.losses = losses;
  }

  /**
   * Frames of a user word of a sample, innermost first; never empty but for the address inside the
   * interpreter that stands before an interpreted frame.
   *
   * @param word with its kind in the top bits
   * @param callerWord the next word of the stack, 0 at its end
   * @param sampleNanos when the sample was taken, CLOCK_MONOTONIC
   */
  List<Frame> frames(long word, long callerWord, long sampleNanos) {
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
      return List.of(losses.marker(Unresolved.REPLACED));
    } catch (IOException e) {
      return List.of(losses.marker(Unresolved.UNREADABLE));
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

  private List<Frame> interpreted(long word, long sampleNanos) throws IOException {
    Sighting<JavaMethod> method = methods.method(SampleRecord.method(word), sampleNanos);
    return method == null
        ? List.of(losses.marker(Unresolved.NOT_A_METHOD))
        : remember(
            word, List.of(method.value().frame(SampleRecord.bci(word), Place.CALLED)), method);
  }

  private List<Frame> compiled(long word, long callerWord, long sampleNanos) throws IOException {
    long pc = SampleRecord.address(word);
    long inside = SampleRecord.isExact(word) ? pc : pc - 1; // a call may be a blob's last word
    Sighting<CodeBlob> code = codeCache.code(inside, sampleNanos);
    if (code == null) {
      return List.of(losses.marker(Unresolved.NO_CODE));
    }
    if (code.value().isInterpreter() && SampleRecord.isInterpreted(callerWord)) {
      return List.of();
    }
    NamedWords.Named known = named.get(word);
    if (known != null && known.by() == code) { // it was looked at again by now
      rechecks.use(code);
      return known.frames();
    }
    long before = losses.total();
    List<Frame> frames = List.copyOf(framesOf(code.value(), word, sampleNanos));
    if (!codeCache.isUnchanged(code)) {
      return List.of(losses.marker(Unresolved.REPLACED));
    }
    // What was lost is asked for, and counted, again; the interpreter's answer depends on the
    // caller.
    return before == losses.total() && !code.value().isInterpreter()
        ? remember(word, frames, code)
        : frames;
  }

  private List<Frame> framesOf(CodeBlob blob, long word, long sampleNanos) throws IOException {
    if (!blob.isMethod()) {
      Frame stub = Frame.named(blob.name(), FrameType.JVM);
      boolean isReturn = !SampleRecord.isExact(word);
      return isReturn && blob.name().startsWith(RETURN_BARRIER)
          ? List.of(HotSpotProcess.VIRTUAL_THREAD)
          : List.of(stub);
    }
    List<Scope> levels =
        blob.isNativeWrapper() ? List.of() : scopes.at(blob, SampleRecord.address(word));
    List<Frame> frames = new ArrayList<>();
    if (levels == null || !isOf(blob, levels)) {
      frames.add(
          losses.marker(Unresolved.BAD_SCOPES)); // for what was inlined; the method itself is known
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
      frames.add(HotSpotProcess.VIRTUAL_THREAD);
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
        ? losses.marker(Unresolved.UNLOADED_METHOD)
        : method.value().frame(level.bci(), place);
  }
}
