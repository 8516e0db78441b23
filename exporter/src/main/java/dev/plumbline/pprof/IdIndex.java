package dev.plumbline.pprof;

import dev.plumbline.wire.InputException;
import dev.plumbline.wire.IntList;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Ids of one table to its indexes from 1 on. An id is any unsigned 64-bit number but 0, in any
 * order, and is referred to before it is defined; until {@link #seal} a reference is a token, which
 * is the id itself where that is a small number. Confined to the reader's thread.
 */
final class IdIndex {
  private static final int DIRECT_ROOM = 1024;

  private final String table;
  private final IntList defined = new IntList();
  private final Map<Long, Integer> largeIds = new HashMap<>();
  private boolean dense = true;
  private int @Nullable [] direct;
  private Map<Integer, Integer> sparse = new HashMap<>();

  /**
   * @param table its name in errors, such as {@code location}
   */
  IdIndex(String table) {
    this.table = table;
  }

  /** What stands for that id until all are known; 0 for id 0. */
  int token(long id) {
    if (id >= 0 && id <= Integer.MAX_VALUE) {
      return (int) id;
    }
    Integer known = largeIds.get(id);
    if (known == null) {
      known = -1 - largeIds.size();
      largeIds.put(id, known);
    }
    return known;
  }

  /** The next entry of the table has that id. */
  void define(long id, int offset) throws InputException {
    if (id == 0) {
      throw InputException.malformed(offset, table + " with the reserved id 0");
    }
    int token = token(id);
    defined.add(token);
    dense &= token == defined.size();
  }

  /** All ids are known. */
  void seal() throws InputException {
    if (dense) {
      return;
    }
    int largest = 0;
    boolean small = true;
    for (int i = 0; i < defined.size(); i++) {
      largest = Math.max(largest, defined.get(i));
      small &= defined.get(i) > 0;
    }
    if (small && largest / 4 <= defined.size() + DIRECT_ROOM) {
      direct = new int[largest + 1];
    }
    for (int i = 0; i < defined.size(); i++) {
      if (put(defined.get(i), i + 1) != 0) {
        throw InputException.malformed(-1, "two " + table + "s have the same id");
      }
    }
  }

  private int put(int token, int index) {
    if (direct != null) {
      int before = direct[token];
      direct[token] = index;
      return before;
    }
    Integer before = sparse.put(token, index);
    return before == null ? 0 : before;
  }

  /** Index of that id's entry; 0 if there is none. */
  int resolve(int token) {
    if (dense) {
      return token > 0 && token <= defined.size() ? token : 0;
    }
    if (direct != null) {
      return token > 0 && token < direct.length ? direct[token] : 0;
    }
    return sparse.getOrDefault(token, 0);
  }
}
