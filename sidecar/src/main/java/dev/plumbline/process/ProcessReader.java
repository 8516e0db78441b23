package dev.plumbline.process;

import dev.plumbline.kernel.unwind.CodeMapping;
import dev.plumbline.kernel.unwind.HotSpotLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Reads one process as a whole. Confined to the thread that follows processes. */
final class ProcessReader {
  private static final String LIBJVM = "libjvm.so";

  private final ProcessFiles processFiles;
  private final MemoryMaps maps;
  private final FileStore store;
  private final JvmInspector jvms;
  private final boolean isStartKnown;
  private final LongSupplier nanoClock;

  ProcessReader(
      ProcessFiles processFiles,
      MemoryMaps maps,
      FileStore store,
      JvmInspector jvms,
      boolean isStartKnown,
      LongSupplier nanoClock) {
    this.processFiles = processFiles;
    this.maps = maps;
    this.store = store;
    this.jvms = jvms;
    this.isStartKnown = isStartKnown;
    this.nanoClock = nanoClock;
  }

  /**
   * What was read.
   *
   * @param base image that the reading began from
   * @param stat as it was before the mappings were read
   * @param layout of a JVM, when it was found only now
   */
  record Reading(
      ProcessImage base,
      ProcessImage image,
      ProcessFiles.Stat stat,
      List<MemoryMap> maps,
      Set<ExecutableFile> files,
      @Nullable HotSpotLayout layout) {}

  /** Reads a process; null when it has gone. */
  @Nullable Reading read(int pid, @Nullable ProcessImage before, @Nullable TrackedProcess known) {
    ProcessFiles.Stat stat = processFiles.stat(pid);
    if (stat == null) {
      return null;
    }
    ProcessKey key = new ProcessKey(pid, isStartKnown ? stat.startTicks() : 0);
    ProcessImage base =
        before != null && (before.key().equals(key) || before.key().startTicks() == 0)
            ? before
            : ProcessImage.unresolved(key, 0, stat.name());
    long now = nanoClock.getAsLong();
    List<MemoryMap> read;
    try {
      read = maps.read(stat.reading());
    } catch (IOException e) {
      return null;
    }
    ProgramName program = ProgramNames.of(processFiles, stat.reading(), stat.name(), read);
    if (known != null && known.hasMaps(read) && !known.files().isEmpty() && !isJvmAwaited(known)) {
      ProcessImage same = base.resolved(key, now, program, known.image().regions());
      return new Reading(base, same, stat, read, known.files(), null);
    }
    List<CodeRegion> regions = new ArrayList<>();
    Set<ExecutableFile> files = new HashSet<>();
    for (MemoryMap map : read) {
      CodeRegion region = store.region(stat.reading(), map);
      regions.add(region);
      if (region.file() != null) {
        files.add(region.file());
      }
    }
    HotSpotLayout layout = null;
    if (known != null && known.isJvmKnown()) {
      keepCodeHeaps(known.image(), regions);
    } else {
      layout = inspect(base.resolved(key, now, program, regions));
      if (layout != null) {
        addCodeHeaps(layout, regions);
      }
    }
    ProcessImage image = base.resolved(key, now, program, regions);
    return new Reading(base, image, stat, read, files, layout);
  }

  /**
   * Whether a process is still as it was read, by its name and size: one short file tells them, and
   * what is mapped without growing the process is found by its samples.
   */
  boolean isUnchanged(TrackedProcess known) {
    return !isJvmAwaited(known) && known.wasReadAs(processFiles.stat(known.image().key().pid()));
  }

  private static boolean isJvmAwaited(TrackedProcess known) {
    return !known.isJvmKnown() && libjvm(known.image()) != null;
  }

  /** Code of the JVM's library, when the process has it. */
  static @Nullable CodeRegion libjvm(ProcessImage image) {
    for (CodeRegion region : image.regions()) {
      if (region.file() != null && region.name().endsWith('/' + LIBJVM)) {
        return region;
      }
    }
    return null;
  }

  private @Nullable HotSpotLayout inspect(ProcessImage image) {
    CodeRegion libjvm = libjvm(image);
    try {
      return libjvm == null ? null : jvms.inspect(image, libjvm);
    } catch (RuntimeException ignored) {
      return null; // a JVM that contradicts itself is walked as native code only
    }
  }

  private static void keepCodeHeaps(ProcessImage before, List<CodeRegion> regions) {
    for (CodeRegion region : before.regions()) {
      if (region.tableNumber() == CodeMapping.HOTSPOT) {
        addCodeHeap(region.start(), region.end(), regions);
      }
    }
  }

  private static void addCodeHeaps(HotSpotLayout layout, List<CodeRegion> regions) {
    for (HotSpotLayout.CodeHeap heap : layout.heaps()) {
      addCodeHeap(heap.low(), heap.high(), regions);
    }
  }

  /** The whole reserved range: the heap grows inside it without a new mapping. */
  private static void addCodeHeap(long low, long high, List<CodeRegion> regions) {
    regions.removeIf(region -> region.start() < high && low < region.end());
    regions.add(new CodeRegion(low, high, 0, "[code heap]", null, low, CodeMapping.HOTSPOT, null));
    regions.sort(Comparator.comparing(CodeRegion::start, Long::compareUnsigned));
  }
}
