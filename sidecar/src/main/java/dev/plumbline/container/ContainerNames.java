package dev.plumbline.container;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Containers by id, read once and kept while they run and for a minute after. A container that no
 * file tells of is asked for again every five seconds: its files may come after its first process.
 * Confined to one thread, but for what it counts.
 */
final class ContainerNames {
  static final int MAX_CONTAINERS = 4096;
  static final long RETENTION_NANOS = 60_000_000_000L;
  static final long RETRY_NANOS = 5_000_000_000L;

  private record Entry(Container container, boolean found, long readNanos) {}

  private final List<ContainerSource> sources;
  private final LongSupplier ticker;
  private final RetainingCache<ContainerId, Entry> entries;
  private final AtomicLong found = new AtomicLong();
  private final AtomicLong missing = new AtomicLong();

  ContainerNames(List<ContainerSource> sources, LongSupplier ticker) {
    this.sources = List.copyOf(sources);
    this.ticker = ticker;
    this.entries = new RetainingCache<>(MAX_CONTAINERS, RETENTION_NANOS, ticker);
  }

  Container get(ContainerId id, CgroupIdentity identity, int pid) {
    Entry entry = entries.get(id);
    long now = ticker.getAsLong();
    if (entry == null || (!entry.found && now - entry.readNanos >= RETRY_NANOS)) {
      entry = read(id, identity, pid, now);
      entries.put(id, entry);
    }
    return entry.container;
  }

  private Entry read(ContainerId id, CgroupIdentity identity, int pid, long now) {
    Container container = find(id, identity.runtime(), pid);
    if (container == null) {
      missing.incrementAndGet();
      Pod pod = Pod.NONE.withUid(identity.podUid());
      Container bare = Container.builder(id).runtime(identity.runtime()).pod(pod).build();
      return new Entry(bare, false, now);
    }
    found.incrementAndGet();
    if (container.pod().uid().isEmpty() && !identity.podUid().isEmpty()) {
      Pod pod = container.pod().withUid(identity.podUid());
      container = container.toBuilder().pod(pod).build();
    }
    return new Entry(container, true, now);
  }

  /** The runtime that the path names is asked first, the others after it. */
  private @Nullable Container find(ContainerId id, @Nullable ContainerRuntime named, int pid) {
    List<ContainerSource> ordered = new ArrayList<>(sources);
    ordered.sort((a, b) -> Boolean.compare(b.runtime() == named, a.runtime() == named));
    for (ContainerSource source : ordered) {
      Container container = source.find(id, pid);
      if (container != null) {
        return container;
      }
    }
    return null;
  }

  void sweep(Predicate<ContainerId> isLive) {
    entries.sweep((id, entry) -> isLive.test(id));
  }

  /** Reads that found names. Any thread. */
  long found() {
    return found.get();
  }

  /** Reads that found none. Any thread. */
  long missing() {
    return missing.get();
  }
}
