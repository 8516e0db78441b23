package dev.plumbline.jvm;

import dev.plumbline.kernel.SystemCallException;
import java.io.IOException;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Methods by address, each believed as {@link Sighting} says. Confined to the thread that reads the
 * target.
 */
final class MethodCache {
  static final int MAX_METHODS = 4096;

  private final MethodReader reader;
  private final Evidence.Recorder memory;
  private final LongSupplier nanoTime;
  private final Map<Long, Sighting<JavaMethod>> methods = new RecentMap<>(MAX_METHODS);

  /**
   * @param memory by which the reader reads
   */
  MethodCache(MethodReader reader, Evidence.Recorder memory, LongSupplier nanoTime) {
    this.reader = reader;
    this.memory = memory;
    this.nanoTime = nanoTime;
  }

  /**
   * The method at an address when a sample was taken; null if there was none.
   *
   * @throws ReplacedException if it may have been another one
   * @throws IOException if memory on the way is not readable and nothing is known from before
   */
  @Nullable Sighting<JavaMethod> method(long address, long sampleNanos) throws IOException {
    Sighting<JavaMethod> known = methods.get(address);
    if (known == null || !known.isKnownFor(sampleNanos)) {
      known = look(address, known);
    }
    if (known != null && known.isAmbiguousFor(sampleNanos)) {
      throw new ReplacedException(address);
    }
    return known;
  }

  private @Nullable Sighting<JavaMethod> look(long address, @Nullable Sighting<JavaMethod> known)
      throws IOException {
    long now = nanoTime.getAsLong();
    MethodIdentity identity;
    memory.start();
    try {
      identity = reader.identity(address);
    } catch (SystemCallException e) {
      return unreadable(known, now, e);
    }
    Evidence evidence = memory.stop();
    if (known != null && !known.isGone() && known.value().identity().equals(identity)) {
      known.seenAgain(now);
      known.setEvidence(evidence);
      return known;
    }
    JavaMethod method = identity == null ? null : reader.method(identity);
    if (method == null || !method.identity().equals(reader.identity(address))) {
      return gone(known, now);
    }
    Sighting<JavaMethod> seen =
        known == null ? Sighting.first(method, now) : known.replacedBy(method, now);
    seen.setEvidence(evidence);
    methods.put(address, seen);
    return seen;
  }

  /** A process that has ended leaves what we knew of it; memory that was returned does not. */
  private static Sighting<JavaMethod> unreadable(
      @Nullable Sighting<JavaMethod> known, long now, SystemCallException e)
      throws SystemCallException {
    if (known == null || known.isGone()) {
      throw e;
    }
    if (!e.isGone()) {
      known.foundGone(now);
    }
    return known;
  }

  private static @Nullable Sighting<JavaMethod> gone(
      @Nullable Sighting<JavaMethod> known, long now) {
    if (known != null) {
      known.foundGone(now);
    }
    return known;
  }
}
