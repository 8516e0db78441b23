package dev.plumbline.frame;

import dev.plumbline.jvm.HotSpotProcess;
import dev.plumbline.kernel.unwind.SampleRecord;
import dev.plumbline.process.CodeRegion;
import dev.plumbline.process.ExecutableFile;
import dev.plumbline.process.ProcessImage;
import dev.plumbline.process.ProcessKey;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.symbol.FrameTable;
import dev.plumbline.symbol.KernelSymbols;
import dev.plumbline.symbol.PerfMaps;
import dev.plumbline.symbol.SymbolCounts;
import dev.plumbline.symbol.Symbolizer;
import java.lang.ref.SoftReference;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * Names of the kernel's functions, of functions in files, of what runtimes made, and of Java
 * methods. Confined to the run's thread, which may wait for a file or a target; the drain thread
 * does not.
 */
public final class HostSymbols implements StackSymbols {
  private static final Frame UNKNOWN = Frame.named("[unknown]", FrameType.NATIVE);
  private static final Frame INTERPRETED = Frame.named("[interpreted]", FrameType.JVM);
  private static final Frame SIGNAL = Frame.named("[signal]", FrameType.NATIVE);
  private static final Frame UNSUPPORTED_JVM =
      Frame.named("[jvm: unsupported layout]", FrameType.JVM);

  /** Fetches between two looks for what can be forgotten. */
  private static final int IDLE_FETCHES = 10;

  private final KernelSymbols kernel;
  private final FutureTask<?> firstNames;
  private final Symbolizer files;
  private final PerfMaps perfMaps;
  private final Jvms jvms;

  /** What may be forgotten when memory is short; see {@link #knownWords}. */
  private SoftReference<KnownWords> words = new SoftReference<>(null);

  private int fetches;
  private @Nullable ProcessImage current;
  private @Nullable HotSpotProcess currentJvm;
  private FrameTable currentWords = new FrameTable();

  public HostSymbols(Path proc, Jvms jvms) {
    SymbolCounts counts = new SymbolCounts();
    this.kernel = new KernelSymbols(proc);
    this.firstNames = new FutureTask<>(kernel::refresh, null);
    this.files = new Symbolizer(Path.of("/"), counts, System::nanoTime);
    this.perfMaps = new PerfMaps(proc, counts, System::nanoTime);
    this.jvms = jvms;
  }

  /** Reads the kernel's names, for which the first kernel stack would have to wait. Any thread. */
  public void prepare() {
    firstNames.run();
  }

  @Override
  public void startFetch() {
    if (firstNames.isDone()) {
      kernel.refresh();
    }
    jvms.startRound();
    current = null; // it may have become a JVM
    if (++fetches % IDLE_FETCHES == 0) {
      files.dropIdle();
    }
  }

  @Override
  public Frame kernelFrame(long address, boolean isExact) {
    if (!firstNames.isDone()) {
      awaitFirstNames();
    }
    return kernel.frame(isExact ? address : address - 1);
  }

  /** In this thread, unless another one is at it. */
  private void awaitFirstNames() {
    firstNames.run();
    try {
      firstNames.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException ignored) {
      // kernel functions have no names
    }
  }

  @Override
  public boolean addUserFrames(
      @Nullable ProcessImage process, long word, long callerWord, List<Frame> frames) {
    select(process);
    HotSpotProcess jvm = currentJvm;
    long address = SampleRecord.isInterpreted(word) ? 0 : SampleRecord.address(word);
    if (jvm != null && (address == 0 || jvm.isCode(address))) {
      List<Frame> java = jvm.frames(word, callerWord);
      add(java, frames);
      return !HotSpotProcess.endsStack(java);
    }
    if (address == 0) {
      frames.add(INTERPRETED);
      return true;
    }
    if (SampleRecord.isSignalReturn(word, callerWord)) {
      frames.add(SIGNAL);
      return true;
    }
    List<Frame> known = currentWords.get(word);
    if (known != null) {
      add(known, frames);
    } else {
      addNative(process, word, frames);
    }
    return true;
  }

  /** Mostly it is one, for which {@code addAll} would make an array. */
  private static void add(List<Frame> some, List<Frame> into) {
    if (some.size() == 1) {
      into.add(some.get(0));
    } else {
      into.addAll(some);
    }
  }

  /** Stacks come one process after another, and word by word: what they share is found once. */
  @SuppressWarnings("ReferenceEquality") // only to spare the way to the same answer
  private void select(@Nullable ProcessImage process) {
    if (process != null && process == current) {
      return;
    }
    current = process;
    currentJvm = process == null ? null : jvms.of(process.key());
    currentWords = knownWords().of(process == null ? 0 : process.codeId());
  }

  private KnownWords knownWords() {
    KnownWords known = words.get();
    if (known == null || known.isFull()) {
      known = new KnownWords();
      words = new SoftReference<>(known);
    }
    return known;
  }

  private void addNative(@Nullable ProcessImage process, long word, List<Frame> frames) {
    long address = SampleRecord.address(word) - (SampleRecord.isExact(word) ? 0 : 1);
    CodeRegion region = process == null ? null : process.region(address);
    if (process == null || region == null) {
      frames.add(UNKNOWN);
      return;
    }
    ExecutableFile file = region.file();
    if (file != null) {
      List<Frame> named = files.frames(file, region.fileAddress(address));
      add(named, frames);
      knownWords().put(currentWords, word, named);
      return;
    }
    ProcessKey key = process.key();
    Frame mapped = perfMaps.frame(key.pid(), key.startTicks(), address);
    if (mapped != null) {
      frames.add(mapped);
    } else {
      frames.add(jvms.isUnsupported(key) ? UNSUPPORTED_JVM : Symbolizer.anonymous(region.name()));
    }
  }
}
