package dev.plumbline.frame;

import dev.plumbline.jvm.HotSpotProcess;
import dev.plumbline.jvm.JvmStartingException;
import dev.plumbline.jvm.UnsupportedJvmException;
import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.MappedReading;
import dev.plumbline.kernel.unwind.HotSpotLayout;
import dev.plumbline.process.CodeRegion;
import dev.plumbline.process.ExecutableFile;
import dev.plumbline.process.JvmInspector;
import dev.plumbline.process.ProcessImage;
import dev.plumbline.process.ProcessKey;
import dev.plumbline.process.ProcessListener;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The JVMs of the host. The thread that follows processes attaches to them; from then on each one
 * belongs to the run's thread, which reads frames. Thread-safe.
 */
public final class Jvms implements JvmInspector, ProcessListener {
  private static final Logger logger = Logger.getLogger(Jvms.class.getName());

  /**
   * A JVM that has just begun has its library mapped before the linker has filled in its tables:
   * only one that contradicts itself for longer is not supported.
   */
  private static final long DOUBT_NANOS = 3_000_000_000L;

  private final Map<ProcessKey, HotSpotProcess> attached = new ConcurrentHashMap<>();
  private final Map<ProcessKey, Refusal> refusals = new ConcurrentHashMap<>();
  private final LongSupplier nanoTime;

  /**
   * What a JVM did not describe.
   *
   * @param isFinal it has had the time to do so
   */
  private record Refusal(long sinceNanos, boolean isFinal) {}

  /**
   * @param nanoTime a monotonic clock in nanoseconds
   */
  public Jvms(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  @Override
  public @Nullable HotSpotLayout inspect(ProcessImage process, CodeRegion libjvm) {
    ExecutableFile file = libjvm.file();
    ElfFile elf = file == null ? null : file.elf();
    if (elf == null) {
      return null;
    }
    try {
      HotSpotProcess jvm =
          MappedReading.of(() -> HotSpotProcess.attach(process.key().pid(), elf, libjvm.bias()));
      attached.put(process.key(), jvm);
      refusals.remove(process.key());
      return jvm.layout();
    } catch (JvmStartingException ignored) {
      return null; // asked again soon
    } catch (UnsupportedJvmException e) {
      refuse(process, e);
      return null;
    } catch (IOException ignored) {
      return null; // the process is gone, or will be asked again
    }
  }

  private void refuse(ProcessImage process, UnsupportedJvmException e) {
    long now = nanoTime.getAsLong();
    Refusal before = refusals.putIfAbsent(process.key(), new Refusal(now, false));
    if (before != null && !before.isFinal() && now - before.sinceNanos() >= DOUBT_NANOS) {
      refusals.put(process.key(), new Refusal(before.sinceNanos(), true));
      logger.warning(() -> "JVM " + process + " is not supported: " + e.getMessage());
    }
  }

  @Override
  public void found(ProcessImage image) {
    // JVMs are found by their library
  }

  @Override
  public void ended(ProcessKey key) {
    attached.remove(key);
    refusals.remove(key);
  }

  /** Null if the process is no JVM, or none that was attached to. */
  @Nullable HotSpotProcess of(ProcessKey key) {
    return attached.get(key);
  }

  /** Whether the process is a JVM whose layout we do not know. */
  boolean isUnsupported(ProcessKey key) {
    Refusal refusal = refusals.get(key);
    return refusal != null && refusal.isFinal();
  }

  /** Answers from here on are right for samples that were taken before. Only the run's thread. */
  void startRound() {
    attached.values().forEach(HotSpotProcess::startRound);
  }
}
