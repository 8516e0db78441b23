package dev.plumbline.jvm;

import dev.plumbline.kernel.SystemCallException;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The blobs that were seen, by address, each believed as {@link Sighting} says; to look again costs
 * two reads. Confined to the thread that reads the target.
 */
final class CodeCache {
  static final int MAX_BLOBS = 2048;

  private final CodeBlobs reader;
  private final LongSupplier nanoTime;
  private final TreeMap<Long, Sighting<CompiledCode>> byStart = new TreeMap<>();
  private final Map<Long, Boolean> recent = new RecentMap<>(MAX_BLOBS);

  CodeCache(CodeBlobs reader, LongSupplier nanoTime) {
    this.reader = reader;
    this.nanoTime = nanoTime;
  }

  /**
   * The code at a pc when a sample was taken; null if there was none.
   *
   * @throws ReplacedException if it may have been other code
   */
  @Nullable CompiledCode code(long pc, long sampleNanos) throws IOException {
    Sighting<CompiledCode> known = known(pc);
    if (known == null || !known.isKnownFor(sampleNanos)) {
      known = look(pc, known);
    }
    if (known != null && known.isAmbiguousFor(sampleNanos)) {
      throw new ReplacedException(pc);
    }
    return known == null ? null : known.value();
  }

  /** The code is still what it was: nothing that was read of it meanwhile is another's. */
  boolean isUnchanged(CompiledCode code) throws IOException {
    return reader.isUnchanged(code.blob());
  }

  private @Nullable Sighting<CompiledCode> known(long pc) {
    Map.Entry<Long, Sighting<CompiledCode>> entry = byStart.floorEntry(pc);
    return entry != null && entry.getValue().value().blob().holds(pc) ? entry.getValue() : null;
  }

  private @Nullable Sighting<CompiledCode> look(long pc, @Nullable Sighting<CompiledCode> known)
      throws IOException {
    long now = nanoTime.getAsLong();
    CodeBlob blob;
    try {
      if (known != null && !known.isGone() && isUnchanged(known.value())) {
        recent.get(known.value().blob().start());
        known.seenAgain(now);
        return known;
      }
      blob = reader.find(pc);
    } catch (SystemCallException e) {
      if (known == null || known.isGone()) {
        throw e;
      }
      if (!e.isGone()) { // a process that has ended leaves what we knew of it
        known.foundGone(now);
      }
      return known;
    }
    if (blob == null) {
      if (known != null) {
        known.foundGone(now);
      }
      return known;
    }
    CompiledCode code = new CompiledCode(blob);
    Sighting<CompiledCode> seen =
        known == null ? Sighting.first(code, now) : known.replacedBy(code, now);
    forget(known);
    remember(seen);
    return seen;
  }

  private void remember(Sighting<CompiledCode> seen) {
    long start = seen.value().blob().start();
    byStart.put(start, seen);
    recent.put(start, true);
    if (byStart.size() > recent.size()) {
      byStart.keySet().retainAll(recent.keySet());
    }
  }

  private void forget(@Nullable Sighting<CompiledCode> known) {
    if (known != null) {
      byStart.remove(known.value().blob().start());
      recent.remove(known.value().blob().start());
    }
  }
}
