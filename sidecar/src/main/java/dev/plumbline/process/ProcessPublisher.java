package dev.plumbline.process;

import dev.plumbline.kernel.unwind.HotSpotLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Makes known what is new of a process, by reading it or from its parent: to the kernel, so that it
 * can be walked, to the directory, so that its samples have names, and to who listens. Confined to
 * the thread that follows processes.
 */
final class ProcessPublisher {
  /** Time after which a change of a parent has surely reached its later children. */
  private static final long RECENT_NANOS = 1_000_000_000;

  private final ProcessReader reader;
  private final ProcessDirectory directory;
  private final TrackedProcesses tracked;
  private final EndedProcesses ended;
  private final KernelEntries kernel;
  private final FileStore store;
  private final ProcessListener listener;
  private final TrackingCounts counts;
  private final LongSupplier nanoClock;
  private final Rereads rereads;

  ProcessPublisher(
      ProcessReader reader,
      ProcessDirectory directory,
      TrackedProcesses tracked,
      EndedProcesses ended,
      KernelEntries kernel,
      FileStore store,
      ProcessListener listener,
      TrackingCounts counts,
      LongSupplier nanoClock,
      Rereads rereads) {
    this.reader = reader;
    this.directory = directory;
    this.tracked = tracked;
    this.ended = ended;
    this.kernel = kernel;
    this.store = store;
    this.listener = listener;
    this.counts = counts;
    this.nanoClock = nanoClock;
    this.rereads = rereads;
  }

  /** A child begins with its parent's program and code; it is read only where that is not known. */
  void fork(LifecycleEvent event) {
    int pid = event.key().pid();
    TrackedProcess parent = tracked.get(event.parentPid());
    ProcessImage image = directory.find(pid, event.key().startTicks());
    if (image == null) {
      return; // it has ended already
    }
    boolean isCopy = parent != null && image.isResolved() && image.hasCodeOf(parent.image());
    if (parent == null || !isCopy || !event.isCopied()) {
      read(pid);
      return;
    }
    TrackedProcess child = tracked.put(parent.forked(image));
    tracked.use(child, parent.files());
    refresh(child);
    if (parent.isWrittenAfter(nanoClock.getAsLong() - RECENT_NANOS)) {
      kernel.write(child); // the kernel may have copied the parent's mappings before that
    }
    announce(child);
  }

  /** Reads a process and makes known what is new of it. */
  void read(int pid) {
    TrackedProcess known = tracked.get(pid);
    ProcessImage before = directory.find(pid, 0);
    ProcessReader.Reading reading = reader.read(pid, before, known);
    if (reading == null) {
      ended.gone(before);
      return;
    }
    counts.increment(TrackingCount.PROCESSES_READ);
    if (!directory.replace(reading.base(), reading.image())) {
      return; // it runs another program already; that event comes next
    }
    TrackedProcess process = tracked.of(reading.image());
    HotSpotLayout layout = reading.layout();
    boolean isUnchanged =
        known != null && process == known && known.hasMaps(reading.maps()) && layout == null;
    process.setImage(reading.image());
    process.setMaps(reading.maps(), reading.stat(), nanoClock.getAsLong());
    if (!isUnchanged) {
      tracked.use(process, reading.files());
      if (layout != null) {
        kernel.putJvm(process, layout);
      }
      kernel.write(process);
    }
    rereads.planMissing(process);
    announce(process);
  }

  private void announce(TrackedProcess process) {
    if (!process.isAnnounced() && process.image().isResolved()) {
      process.setAnnounced();
      listener.found(process.image());
    }
  }

  /** Writes the processes whose files have got, or lost, their tables. */
  void writeChanged() {
    tracked.usersOf(store.takeChanged()).forEach(this::refresh);
    store.removeUnloaded();
  }

  /** Gives a process the tables that its files have now. */
  private void refresh(TrackedProcess process) {
    ProcessImage image = process.image();
    List<CodeRegion> regions = new ArrayList<>();
    boolean isChanged = false;
    for (CodeRegion region : image.regions()) {
      CodeRegion refreshed = store.refresh(region);
      isChanged |= refreshed.tableNumber() != region.tableNumber();
      regions.add(refreshed);
    }
    if (isChanged) {
      ProcessImage newer = image.withRegions(regions);
      process.setImage(newer);
      if (directory.replace(image, newer)) {
        kernel.write(process);
      }
    }
  }
}
