package dev.plumbline.jvm;

import dev.plumbline.kernel.SystemCallException;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
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
  private final Evidence.Recorder memory;
  private final LongSupplier nanoTime;
  private final TreeMap<Long, Sighting<CodeBlob>> byStart = new TreeMap<>();

  /** Starts of the blobs, that unused for longest first. */
  private final Map<Long, Boolean> recent = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * @param memory by which the reader reads
   */
  CodeCache(CodeBlobs reader, Evidence.Recorder memory, LongSupplier nanoTime) {
    this.reader = reader;
    this.memory = memory;
    this.nanoTime = nanoTime;
  }

  /**
   * The code at a pc when a sample was taken; null if there was none.
   *
   * @throws ReplacedException if it may have been other code
   */
  @Nullable Sighting<CodeBlob> code(long pc, long sampleNanos) throws IOException {
    Sighting<CodeBlob> known = known(pc);
    if (known == null || !known.isKnownFor(sampleNanos)) {
      known = look(pc, known);
    }
    if (known != null && known.isAmbiguousFor(sampleNanos)) {
      throw new ReplacedException(pc);
    }
    return known;
  }

  /** The code is still what it was: nothing that was read of it meanwhile is another's. */
  boolean isUnchanged(Sighting<CodeBlob> code) throws IOException {
    if (!code.value().isMethod()) {
      return true; // stubs are made once and stay
    }
    memory.start();
    boolean isUnchanged = reader.isUnchanged(code.value());
    Evidence evidence = memory.stop();
    code.setEvidence(isUnchanged ? evidence : null);
    return isUnchanged;
  }

  private @Nullable Sighting<CodeBlob> known(long pc) {
    Map.Entry<Long, Sighting<CodeBlob>> entry = byStart.floorEntry(pc);
    return entry != null && entry.getValue().value().holds(pc) ? entry.getValue() : null;
  }

  private @Nullable Sighting<CodeBlob> look(long pc, @Nullable Sighting<CodeBlob> known)
      throws IOException {
    long now = nanoTime.getAsLong();
    CodeBlob blob;
    try {
      if (known != null && !known.isGone() && isUnchanged(known)) {
        recent.get(known.value().start());
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
    Sighting<CodeBlob> seen =
        known == null ? Sighting.first(blob, now) : known.replacedBy(blob, now);
    forget(known);
    remember(seen);
    return seen;
  }

  private void remember(Sighting<CodeBlob> seen) {
    long start = seen.value().start();
    byStart.put(start, seen);
    recent.put(start, true);
    if (recent.size() > MAX_BLOBS) {
      Iterator<Long> eldest = recent.keySet().iterator();
      byStart.remove(eldest.next());
      eldest.remove();
    }
  }

  private void forget(@Nullable Sighting<CodeBlob> known) {
    if (known != null) {
      byStart.remove(known.value().start());
      recent.remove(known.value().start());
    }
  }
}
