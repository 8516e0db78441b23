package dev.plumbline.selection;

import static java.util.Objects.requireNonNull;

import dev.plumbline.container.CgroupIdentity;
import dev.plumbline.container.Container;
import dev.plumbline.container.ContainerCatalog;
import dev.plumbline.container.ContainerCgroup;
import dev.plumbline.kernel.SystemCallException;
import java.util.HashSet;
import java.util.Set;

/**
 * Keeps the kernel's filter in step with the containers that match. {@link #update} each second or
 * so finds new containers and cgroups; {@link #observe} at each exec lets a new container in at
 * once. Samples between a container's start and that are lost to the kernel's filter. Confined to
 * the catalog's thread.
 */
public final class CgroupSelection {
  /** Entries of the kernel's map. */
  public static final int MAX_CGROUPS = 4096;

  private final ContainerSelection selection;
  private final ContainerCatalog catalog;
  private final CgroupFilter filter;
  private final Set<Long> selected = new HashSet<>();
  private long unselected;

  public CgroupSelection(
      ContainerSelection selection, ContainerCatalog catalog, CgroupFilter filter) {
    this.selection = requireNonNull(selection, "selection");
    this.catalog = requireNonNull(catalog, "catalog");
    this.filter = requireNonNull(filter, "filter");
  }

  /**
   * The kernel can filter: something is left out, and cgroups have ids. Where it cannot, {@link
   * ContainerSelection#matches} alone narrows.
   */
  public boolean isUsable() {
    return !selection.isEverything() && catalog.hasCgroupIds();
  }

  /** Reads all cgroups and changes the filter where needed. */
  public void update() throws SystemCallException {
    Set<Long> wanted = new HashSet<>();
    for (ContainerCgroup cgroup : catalog.containers()) {
      if (selection.matches(cgroup.container())) {
        wanted.add(cgroup.cgroupId());
      }
    }
    for (Long cgroupId : Set.copyOf(selected)) {
      if (!wanted.contains(cgroupId)) {
        filter.deselect(cgroupId);
        selected.remove(cgroupId);
      }
    }
    for (Long cgroupId : wanted) {
      select(cgroupId);
    }
  }

  /** As {@link #observe(int, long)}, of a process whose cgroup is not known. */
  public void observe(int pid) throws SystemCallException {
    observe(pid, catalog.cgroupId(pid));
  }

  /** Selects the cgroup of a process if its container matches. */
  public void observe(int pid, long cgroupId) throws SystemCallException {
    if (cgroupId == 0 || selected.contains(cgroupId)) {
      return;
    }
    CgroupIdentity identity = catalog.identify(pid, cgroupId);
    Container container = catalog.container(identity, pid);
    if (container != null && selection.matches(container)) {
      select(cgroupId);
    }
  }

  private void select(Long cgroupId) throws SystemCallException {
    if (selected.contains(cgroupId)) {
      return;
    }
    if (selected.size() >= MAX_CGROUPS) {
      unselected++;
      return;
    }
    filter.select(cgroupId);
    selected.add(cgroupId);
  }

  /** Cgroups that the kernel lets through now. */
  public Set<Long> selected() {
    return Set.copyOf(selected);
  }

  /** Attempts to select a cgroup that found the kernel's map full. */
  public long unselected() {
    return unselected;
  }
}
