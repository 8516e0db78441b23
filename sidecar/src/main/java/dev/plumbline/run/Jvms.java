package dev.plumbline.run;

import dev.plumbline.jvm.HotSpotProcess;
import dev.plumbline.jvm.JvmStartingException;
import dev.plumbline.jvm.UnsupportedJvmException;
import dev.plumbline.kernel.elf.ElfFile;
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
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The JVMs of the host. The thread that follows processes attaches to them; from then on each one
 * belongs to the run's thread, which reads frames. Thread-safe.
 */
final class Jvms implements JvmInspector, ProcessListener {
  private static final Logger logger = Logger.getLogger(Jvms.class.getName());

  private final Map<ProcessKey, HotSpotProcess> attached = new ConcurrentHashMap<>();
  private final Map<ProcessKey, String> unsupported = new ConcurrentHashMap<>();

  @Override
  public @Nullable HotSpotLayout inspect(ProcessImage process, CodeRegion libjvm) {
    ExecutableFile file = libjvm.file();
    ElfFile elf = file == null ? null : file.elf();
    if (elf == null) {
      return null;
    }
    try {
      HotSpotProcess jvm = HotSpotProcess.attach(process.key().pid(), elf, libjvm.bias());
      attached.put(process.key(), jvm);
      return jvm.layout();
    } catch (JvmStartingException ignored) {
      return null; // asked again soon
    } catch (UnsupportedJvmException e) {
      if (unsupported.put(process.key(), String.valueOf(e.getMessage())) == null) {
        logger.warning(() -> "JVM " + process + " is not supported: " + e.getMessage());
      }
      return null;
    } catch (IOException ignored) {
      return null; // the process is gone, or will be asked again
    }
  }

  @Override
  public void found(ProcessImage image) {
    // JVMs are found by their library
  }

  @Override
  public void ended(ProcessKey key) {
    attached.remove(key);
    unsupported.remove(key);
  }

  /** Null if the process is no JVM, or none that was attached to. */
  @Nullable HotSpotProcess of(ProcessKey key) {
    return attached.get(key);
  }

  /** Whether the process is a JVM whose layout we do not know. */
  boolean isUnsupported(ProcessKey key) {
    return unsupported.containsKey(key);
  }

  /** Answers from here on are right for samples that were taken before. Only the run's thread. */
  void startRound() {
    attached.values().forEach(HotSpotProcess::startRound);
  }
}
