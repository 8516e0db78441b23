package dev.plumbline.attribute;

import static java.util.Objects.requireNonNull;

import dev.plumbline.attribute.ProcessAttributes.Credentials;
import dev.plumbline.attribute.ProcessAttributes.Parent;
import dev.plumbline.attribute.ProcessAttributes.Placement;
import dev.plumbline.container.CgroupIdentity;
import dev.plumbline.container.Container;
import dev.plumbline.container.ContainerCatalog;
import dev.plumbline.container.HostPaths;
import dev.plumbline.container.ProcessFiles;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Attributes of processes, read once each and kept while there is room, also after the process has
 * ended: its last samples come later. The same instance is returned until something changes, so it
 * can serve as a key by identity. Confined to one thread, which may wait for a disk, but for what
 * it counts.
 */
public final class ProcessCatalog {
  /** Processes that are remembered; on one more the one unused for longest is forgotten. */
  public static final int MAX_PROCESSES = 8192;

  private final ProcessFiles files;
  private final ContainerCatalog containers;
  private final UserNames users;
  private final Supplier<ChosenOwner> chosen;
  private final Map<Integer, ProcessAttributes> processes =
      new LinkedHashMap<>(256, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, ProcessAttributes> eldest) {
          return size() > MAX_PROCESSES;
        }
      };
  private final AtomicLong unread = new AtomicLong();

  /** Of processes that were not chosen by their owner. */
  public ProcessCatalog(HostPaths host, ContainerCatalog containers, LongSupplier ticker) {
    this(host, containers, () -> ChosenOwner.ANY, ticker);
  }

  /**
   * Reads nothing yet.
   *
   * @param chosen what is known of the owner of a process that had ended before it was read
   * @param ticker as {@link System#nanoTime}
   */
  public ProcessCatalog(
      HostPaths host,
      ContainerCatalog containers,
      Supplier<ChosenOwner> chosen,
      LongSupplier ticker) {
    this.chosen = requireNonNull(chosen, "chosen");
    this.files = new ProcessFiles(host);
    this.containers = requireNonNull(containers, "containers");
    this.users = new UserNames(host, ticker);
  }

  /**
   * Attributes of a process.
   *
   * @param pid in the host's pid namespace
   * @param startTicks start in ticks of 10 ms since boot, which tells it from another one that had
   *     the id; 0 if not known
   * @param cgroupId as in the sample; 0 if not known
   */
  public ProcessAttributes get(int pid, long startTicks, long cgroupId) {
    ProcessAttributes known = processes.get(pid);
    if (known == null || !isSameProcess(known, startTicks)) {
      ProcessAttributes read = read(pid, startTicks, cgroupId);
      // Without a start time the next process of that id could not be told from an ended one.
      return read.startTicks() == 0 ? read : remember(read);
    }
    Placement placement = known.placement();
    boolean moved = cgroupId != 0 && cgroupId != placement.cgroupId();
    if (moved) {
      return remember(known.withPlacement(place(pid, cgroupId, placement.mountNamespace())));
    }
    Container container = containers.container(placement.identity(), pid);
    if (container == placement.container()) {
      return known;
    }
    Placement named =
        new Placement(
            placement.cgroupId(), placement.mountNamespace(), placement.identity(), container);
    return remember(known.withPlacement(named));
  }

  private static boolean isSameProcess(ProcessAttributes known, long startTicks) {
    return startTicks == 0 || known.startTicks() == 0 || known.startTicks() == startTicks;
  }

  private ProcessAttributes remember(ProcessAttributes attributes) {
    processes.put(attributes.pid(), attributes);
    return attributes;
  }

  private ProcessAttributes read(int pid, long startTicks, long cgroupId) {
    ProcessFiles.Stat stat = files.stat(pid);
    if (stat == null || (startTicks != 0 && stat.startTicks() != startTicks)) {
      return ended(pid, startTicks, cgroupId);
    }
    ProcessFiles.Owner owner = files.owner(pid);
    return new ProcessAttributes(
        pid,
        stat.startTicks(),
        stat.comm(),
        LoadedProgram.executable(files, pid),
        owner == null ? Credentials.UNKNOWN : users.credentials(owner.uid(), owner.gid()),
        parent(stat.parentPid()),
        place(pid, cgroupId, files.mountNamespace(pid)));
  }

  /**
   * Of a process that has ended, or whose id another one has by now, the cgroup's id is left, and
   * the owner by which it was chosen.
   */
  private ProcessAttributes ended(int pid, long startTicks, long cgroupId) {
    unread.incrementAndGet();
    CgroupIdentity identity = containers.identify(0, cgroupId);
    Placement placement = new Placement(cgroupId, 0, identity, containers.container(identity, 0));
    return new ProcessAttributes(
        pid, startTicks, "", "", users.credentials(chosen.get()), Parent.NONE, placement);
  }

  private Parent parent(int pid) {
    ProcessFiles.Stat stat = pid == 0 ? null : files.stat(pid);
    return stat == null ? new Parent(pid, "") : new Parent(pid, stat.comm());
  }

  private Placement place(int pid, long cgroupId, long mountNamespace) {
    CgroupIdentity identity = containers.identify(pid, cgroupId);
    @Nullable Container container = containers.container(identity, pid);
    return new Placement(cgroupId, mountNamespace, identity, container);
  }

  /** The process runs another program: it is read anew when it is asked for. */
  public void executed(int pid) {
    processes.remove(pid);
  }

  /** Processes of which nothing but the cgroup was left to read. Any thread. */
  public long unread() {
    return unread.get();
  }

  /** Containers whose names were found, each counted once per reading. Any thread. */
  public long containersNamed() {
    return containers.namesFound();
  }

  /** Readings that found no file of a container; each is tried again. Any thread. */
  public long containersNameless() {
    return containers.namesMissing();
  }
}
