package dev.plumbline.container;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers which container a process belongs to. Confined to one thread, which may wait for a disk.
 *
 * <p>A process is identified by the id of its cgroup if that was met before, else by {@code
 * /proc/PID/cgroup}, the only way on hosts of cgroup version 1; a process that has ended by the
 * tree of cgroups; one that was moved out of its container's cgroup by its mount namespace, which
 * was learned from the container's other processes.
 */
public final class ContainerCatalog {
  static final int MAX_CGROUPS = 16_384;
  static final long RETENTION_NANOS = 60_000_000_000L;
  static final long SCAN_INTERVAL_NANOS = 1_000_000_000L;

  /** Id of the root of the unified hierarchy: what every process has on hosts of version 1. */
  private static final long ROOT_CGROUP = 1;

  /** How the line of the unified hierarchy begins in {@code /proc/PID/cgroup}. */
  private static final String UNIFIED = "0::";

  private final ProcessFiles processes;
  private final @Nullable CgroupTree tree;
  private final ContainerNames names;
  private final LongSupplier ticker;
  private final RetainingCache<Long, CgroupIdentity> cgroups;
  private final RetainingCache<Long, CgroupIdentity> mountNamespaces;
  private long nextScanNanos;
  private boolean scanned;

  /**
   * Opens no file yet that it would keep open.
   *
   * @param sources files of runtimes, in the order in which they are asked
   * @param ticker as {@link System#nanoTime}
   */
  public ContainerCatalog(HostPaths host, List<ContainerSource> sources, LongSupplier ticker) {
    this.processes = new ProcessFiles(host);
    this.tree = CgroupTree.open(host);
    this.names = new ContainerNames(sources, ticker);
    this.ticker = ticker;
    this.cgroups = new RetainingCache<>(MAX_CGROUPS, RETENTION_NANOS, ticker);
    this.mountNamespaces =
        new RetainingCache<>(ContainerNames.MAX_CONTAINERS, RETENTION_NANOS, ticker);
  }

  /**
   * Where a process belongs.
   *
   * @param pid in the host's pid namespace; the process may have ended
   * @param cgroupId as the kernel reported it; 0 if it did not
   */
  public CgroupIdentity identify(int pid, long cgroupId) {
    CgroupIdentity known = cgroupId > ROOT_CGROUP ? cgroups.get(cgroupId) : null;
    if (known != null && known.isContainer()) {
      return known;
    }
    List<String> lines = processes.cgroups(pid);
    if (lines.isEmpty()) {
      return known != null ? known : byTree(cgroupId);
    }
    CgroupIdentity identity = CgroupLines.identity(lines);
    if (identity.isContainer()) {
      learnMountNamespace(pid, identity);
    } else {
      identity = byMountNamespace(pid, identity);
    }
    if (tree != null && cgroupId > ROOT_CGROUP) {
      cgroups.put(cgroupId, identity);
    }
    return identity;
  }

  /**
   * The id of a process's cgroup, as the kernel reports it.
   *
   * @return 0 if the process has ended, and on hosts of cgroup version 1
   */
  public long cgroupId(int pid) {
    if (tree == null) {
      return 0;
    }
    for (String line : processes.cgroups(pid)) {
      if (line.startsWith(UNIFIED)) {
        return tree.id(line.substring(UNIFIED.length()));
      }
    }
    return 0;
  }

  private CgroupIdentity byTree(long cgroupId) {
    if (tree == null || cgroupId <= ROOT_CGROUP) {
      return CgroupIdentity.NONE;
    }
    long now = ticker.getAsLong();
    if (!scanned || now - nextScanNanos >= 0) {
      scanned = true;
      nextScanNanos = now + SCAN_INTERVAL_NANOS;
      for (Map.Entry<Long, String> cgroup : tree.scan().entrySet()) {
        if (cgroups.get(cgroup.getKey()) == null) {
          cgroups.put(cgroup.getKey(), CgroupIdentity.of(cgroup.getValue()));
        }
      }
    }
    CgroupIdentity identity = cgroups.get(cgroupId);
    return identity == null ? CgroupIdentity.NONE : identity;
  }

  /**
   * Remembers the namespace of a container's first process, whose parent, the runtime, is in
   * another one. A process that has yet to enter its namespace would teach the host's.
   */
  private void learnMountNamespace(int pid, CgroupIdentity identity) {
    ProcessFiles.Stat stat = processes.stat(pid);
    long own = processes.mountNamespace(pid);
    long parents = stat == null ? 0 : processes.mountNamespace(stat.parentPid());
    if (own != 0 && parents != 0 && own != parents) {
      mountNamespaces.put(own, identity);
    }
  }

  private CgroupIdentity byMountNamespace(int pid, CgroupIdentity otherwise) {
    if (mountNamespaces.size() == 0) {
      return otherwise;
    }
    CgroupIdentity identity = mountNamespaces.get(processes.mountNamespace(pid));
    return identity == null ? otherwise : identity;
  }

  /**
   * The container's names, as far as files tell them.
   *
   * @param pid a process in the container; 0 if none is known
   * @return null outside containers
   */
  public @Nullable Container container(CgroupIdentity identity, int pid) {
    ContainerId id = identity.containerId();
    return id == null ? null : names.get(id, identity, pid);
  }

  /** Containers can be told apart in the kernel: there is a unified hierarchy. */
  public boolean hasCgroupIds() {
    return tree != null;
  }

  /**
   * All cgroups of the containers that exist now, read anew; also forgets what has been gone for a
   * minute. Empty on hosts of cgroup version 1.
   */
  public List<ContainerCgroup> containers() {
    List<ContainerCgroup> found = new ArrayList<>();
    if (tree == null) {
      return found;
    }
    Map<Long, String> live = tree.scan();
    Set<ContainerId> ids = new HashSet<>();
    for (Map.Entry<Long, String> cgroup : live.entrySet()) {
      CgroupIdentity identity = CgroupIdentity.of(cgroup.getValue());
      ContainerId id = identity.containerId();
      if (id != null) {
        ids.add(id);
        cgroups.put(cgroup.getKey(), identity);
        Container container = names.get(id, identity, tree.anyProcess(cgroup.getValue()));
        found.add(new ContainerCgroup(cgroup.getKey(), cgroup.getValue(), container));
      }
    }
    cgroups.sweep((id, identity) -> live.containsKey(id));
    names.sweep(ids::contains);
    mountNamespaces.sweep((namespace, identity) -> ids.contains(identity.containerId()));
    return found;
  }

  /** Containers whose names were found, each counted once per reading. Any thread. */
  public long namesFound() {
    return names.found();
  }

  /** Readings that found no file of a container; each is tried again. Any thread. */
  public long namesMissing() {
    return names.missing();
  }
}
