package dev.plumbline.jvm;

import dev.plumbline.jvm.DebugScopes.Scope;
import dev.plumbline.jvm.JavaMethod.Place;
import dev.plumbline.kernel.ProcessMemory;
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

/**
 * A running HotSpot, read from outside. Answers are cached and checked once a round: an address
 * that was used again for other code is noticed before it gets a wrong name. Confined to the thread
 * that reads targets; it must not be the one that drains samples, since reads may block on a target
 * that is swapped out.
 */
public final class HotSpotProcess {
  /**
   * Ends the stack of a virtual thread: what follows belongs to its carrier. Who builds a stack
   * stops after frames that end with it.
   */
  public static final Frame VIRTUAL_THREAD = Frame.named("[virtual thread]", FrameType.JVM);

  private static final String CONTINUATION_ENTRY = "jdk.internal.vm.Continuation.enterSpecial";

  private final HotSpotLayout layout;
  private final CodeBlobs blobs;
  private final CodeCache codeCache;
  private final MethodCache methods;
  private final DebugScopes scopes;
  private final Map<Unresolved, Long> unresolved = new EnumMap<>(Unresolved.class);
  private long losses;
  private long round;

  private HotSpotProcess(MemoryReader memory, VmStructs structs) throws IOException {
    this.layout = LayoutReader.read(memory, structs);
    MethodFields fields = new MethodFields(structs);
    this.blobs = new CodeBlobs(memory, layout, new BlobFields(structs));
    this.codeCache = new CodeCache(blobs);
    this.methods = new MethodCache(new MethodReader(memory, fields));
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
    return attach(new ProcessMemory(pid)::read, libjvm, bias);
  }

  /** As above, with the libjvm found in the process's mappings. */
  public static HotSpotProcess attach(int pid) throws IOException {
    LibJvm libjvm = LibJvm.find(pid);
    if (libjvm == null) {
      throw new UnsupportedJvmException("process " + pid + " has no libjvm.so mapped");
    }
    return attach(pid, libjvm.file(), libjvm.bias());
  }

  static HotSpotProcess attach(MemoryReader memory, ElfFile libjvm, long bias) throws IOException {
    return new HotSpotProcess(memory, VmStructs.read(memory, libjvm, bias));
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
   * Begins a round. Answers given in it are right for samples taken before it began: what is cached
   * from earlier rounds is checked against the process once more.
   */
  public void startRound() {
    round++;
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
   */
  public List<Frame> frames(long word, long callerWord) {
    try {
      return SampleRecord.isInterpreted(word)
          ? List.of(interpreted(SampleRecord.method(word), SampleRecord.bci(word)))
          : compiled(word, callerWord);
    } catch (IOException e) {
      return List.of(marker(Unresolved.UNREADABLE));
    }
  }

  private Frame marker(Unresolved reason) {
    unresolved.merge(reason, 1L, Long::sum);
    losses++;
    return reason.frame();
  }

  private Frame interpreted(long address, int bci) throws IOException {
    JavaMethod method = methods.method(address, round);
    return method == null ? marker(Unresolved.NOT_A_METHOD) : method.frame(bci, Place.CALLED);
  }

  private List<Frame> compiled(long word, long callerWord) throws IOException {
    long pc = SampleRecord.address(word);
    CompiledCode code = codeCache.code(SampleRecord.isExact(word) ? pc : pc - 1, round);
    if (code == null) {
      return List.of(marker(Unresolved.NO_CODE));
    }
    if (code.blob().isInterpreter() && SampleRecord.isInterpreted(callerWord)) {
      return List.of();
    }
    List<Frame> known = code.frames().get(pc);
    if (known != null) {
      return known;
    }
    long before = losses;
    List<Frame> frames = List.copyOf(framesOf(code.blob(), pc));
    if (before == losses) { // what was lost is asked for, and counted, again
      code.frames().put(pc, frames);
    }
    return frames;
  }

  private List<Frame> framesOf(CodeBlob blob, long pc) throws IOException {
    if (!blob.isMethod()) {
      return List.of(Frame.named(blob.name(), FrameType.JVM));
    }
    List<Scope> levels = blob.isNativeWrapper() ? List.of() : scopes.at(blob, pc);
    boolean isSound = levels != null && isOf(blob, levels);
    if (levels == null || !isSound || levels.isEmpty()) {
      if (!isSound) {
        marker(Unresolved.BAD_SCOPES); // counted; the method itself is known
      }
      return outermostOnly(blob);
    }
    List<Frame> frames = new ArrayList<>(levels.size() + 1);
    for (int i = 0; i < levels.size(); i++) {
      Place place = i + 1 < levels.size() ? Place.INLINED : Place.CALLED;
      frames.add(frame(levels.get(i).method(), levels.get(i).bci(), place));
    }
    return withEnd(frames);
  }

  /** The outermost level must be the method that was compiled; if unloaded, that is not known. */
  private static boolean isOf(CodeBlob blob, List<Scope> levels) {
    return levels.isEmpty()
        || blob.method() == 0
        || levels.get(levels.size() - 1).method() == blob.method();
  }

  private List<Frame> outermostOnly(CodeBlob blob) throws IOException {
    return withEnd(List.of(frame(blob.method(), 0, Place.CALLED)));
  }

  private static List<Frame> withEnd(List<Frame> frames) {
    if (!frames.get(frames.size() - 1).functionName().equals(CONTINUATION_ENTRY)) {
      return frames;
    }
    List<Frame> ended = new ArrayList<>(frames);
    ended.add(VIRTUAL_THREAD);
    return ended;
  }

  private Frame frame(long address, int bci, Place place) throws IOException {
    JavaMethod method = address == 0 ? null : methods.method(address, round);
    return method == null ? marker(Unresolved.UNLOADED_METHOD) : method.frame(bci, place);
  }
}
