package dev.plumbline.jvm;

import dev.plumbline.kernel.SystemCallException;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The blobs that were seen, by address. An entry is believed for one round: then its head is read
 * again, one read, since code is freed and its memory used again. Confined to the thread that reads
 * the target.
 */
final class CodeCache {
  static final int MAX_BLOBS = 2048;

  private final CodeBlobs reader;
  private final TreeMap<Long, CompiledCode> byStart = new TreeMap<>();
  private final Map<Long, CompiledCode> recent;

  CodeCache(CodeBlobs reader) {
    this.reader = reader;
    this.recent = new RecentMap<>(MAX_BLOBS);
  }

  /** The code at a pc in this round; null if there is none (any more). */
  @Nullable CompiledCode code(long pc, long round) throws IOException {
    CompiledCode known = known(pc);
    if (known != null) {
      if (known.round() == round || isStillThere(known)) {
        known.seenIn(round);
        return known;
      }
      forget(known);
    }
    CodeBlob blob = reader.find(pc);
    if (blob == null) {
      return null;
    }
    CompiledCode code = new CompiledCode(blob, round);
    remember(code);
    return code;
  }

  private @Nullable CompiledCode known(long pc) {
    Map.Entry<Long, CompiledCode> entry = byStart.floorEntry(pc);
    return entry != null && entry.getValue().blob().holds(pc) ? entry.getValue() : null;
  }

  private boolean isStillThere(CompiledCode known) throws IOException {
    try {
      return reader.reread(known.blob()) != null;
    } catch (SystemCallException e) {
      return e.isGone(); // ended since: what we knew was true until now
    }
  }

  private void remember(CompiledCode code) {
    byStart.put(code.blob().start(), code);
    recent.put(code.blob().start(), code);
    if (byStart.size() > recent.size()) {
      byStart.keySet().retainAll(recent.keySet());
    }
  }

  private void forget(CompiledCode code) {
    byStart.remove(code.blob().start());
    recent.remove(code.blob().start());
  }
}
