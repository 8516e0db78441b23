package dev.plumbline.store.dictionary;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values with dense numbers in the order of their first use, and the encoded form of those that no
 * transaction holds yet. Confined to the writer's thread.
 */
final class InternTable<T> {
  private final Map<T, Integer> ids = new HashMap<>();
  private final BlobWriter pending = new BlobWriter();
  private int committed;

  /** The number of an equal value; null if it is new. */
  @Nullable Integer find(T value) {
    return ids.get(value);
  }

  /** Gives a new value its number; the caller writes it into {@link #pending()} next. */
  int add(T value) {
    int id = ids.size();
    ids.put(value, id);
    return id;
  }

  BlobWriter pending() {
    return pending;
  }

  int size() {
    return ids.size();
  }

  boolean isCommitted() {
    return committed == ids.size();
  }

  /** Number of the first pending value, how many there are, and what they are. */
  void writePending(BlobWriter out) {
    out.varint(committed);
    out.varint(ids.size() - committed);
    out.append(pending);
  }

  void committed() {
    committed = ids.size();
    pending.clear();
  }
}
