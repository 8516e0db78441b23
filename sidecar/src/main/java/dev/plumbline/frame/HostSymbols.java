package dev.plumbline.frame;

import dev.plumbline.jvm.HotSpotProcess;
import dev.plumbline.kernel.unwind.SampleRecord;
import dev.plumbline.process.CodeRegion;
import dev.plumbline.process.ExecutableFile;
import dev.plumbline.process.ProcessImage;
import dev.plumbline.process.ProcessKey;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.symbol.KernelSymbols;
import dev.plumbline.symbol.PerfMaps;
import dev.plumbline.symbol.SymbolCounts;
import dev.plumbline.symbol.Symbolizer;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Names of the kernel's functions, of functions in files, of what runtimes made, and of Java
 * methods. Confined to the run's thread, which may wait for a file or a target; the drain thread
 * does not.
 */
public final class HostSymbols implements StackSymbols {
  private static final Frame UNKNOWN = Frame.named("[unknown]", FrameType.NATIVE);
  private static final Frame INTERPRETED = Frame.named("[interpreted]", FrameType.JVM);
  private static final Frame UNSUPPORTED_JVM =
      Frame.named("[jvm: unsupported layout]", FrameType.JVM);

  /** Fetches between two looks for what can be forgotten. */
  private static final int IDLE_FETCHES = 10;

  private final KernelSymbols kernel;
  private final Symbolizer files;
  private final PerfMaps perfMaps;
  private final Jvms jvms;
  private int fetches;

  public HostSymbols(Path proc, Jvms jvms) {
    SymbolCounts counts = new SymbolCounts();
    this.kernel = new KernelSymbols(proc);
    this.files = new Symbolizer(Path.of("/"), counts, System::nanoTime);
    this.perfMaps = new PerfMaps(proc, counts, System::nanoTime);
    this.jvms = jvms;
  }

  @Override
  public void startFetch() {
    kernel.refresh();
    jvms.startRound();
    if (++fetches % IDLE_FETCHES == 0) {
      files.dropIdle();
    }
  }

  @Override
  public Frame kernelFrame(long address, boolean isExact) {
    return kernel.frame(isExact ? address : address - 1);
  }

  @Override
  public boolean addUserFrames(
      @Nullable ProcessImage process, long word, long callerWord, List<Frame> frames) {
    HotSpotProcess jvm = process == null ? null : jvms.of(process.key());
    long address = SampleRecord.isInterpreted(word) ? 0 : SampleRecord.address(word);
    if (jvm != null && (address == 0 || jvm.isCode(address))) {
      List<Frame> java = jvm.frames(word, callerWord);
      frames.addAll(java);
      return java.isEmpty() || !java.get(java.size() - 1).equals(HotSpotProcess.VIRTUAL_THREAD);
    }
    if (address == 0) {
      frames.add(INTERPRETED);
    } else {
      addNative(process, SampleRecord.isExact(word) ? address : address - 1, frames);
    }
    return true;
  }

  private void addNative(@Nullable ProcessImage process, long address, List<Frame> frames) {
    CodeRegion region = process == null ? null : process.region(address);
    if (process == null || region == null) {
      frames.add(UNKNOWN);
      return;
    }
    ExecutableFile file = region.file();
    if (file != null) {
      frames.addAll(files.frames(file, region.fileAddress(address)));
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
