package dev.plumbline.object;

import dev.plumbline.kernel.BpfMap;
import dev.plumbline.kernel.SystemCallException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Addresses of stacks by the ids that {@code bpf_get_stackid} gave. The kernel never empties such a
 * map; so once half of it was seen, ids that the last two fetches did not name are removed, and a
 * run of days does not end with a full map. That is done behind a fetch, when no record that names
 * an old id waits in the gadget's map. Confined to the run's thread.
 */
final class StackMap {
  private static final long[] NONE = new long[0];
  private static final int E2BIG = 7;
  private static final int ENOMEM = 12;
  private static final int EEXIST = 17;

  private final BpfMap map;
  private final Map<Integer, Integer> lastFetchOfId = new LinkedHashMap<>();
  private int fetch;
  private long missing;
  private long collided;
  private long refused;

  StackMap(BpfMap map) {
    this.map = map;
  }

  /**
   * Makes room.
   *
   * @param dataSources that are fetched in turn, each of which may name its own ids
   */
  void endFetch(int dataSources) throws SystemCallException {
    fetch++;
    if (lastFetchOfId.size() * 2 < map.definition().maxEntries()) {
      return;
    }
    for (Iterator<Map.Entry<Integer, Integer>> ids = lastFetchOfId.entrySet().iterator();
        ids.hasNext(); ) {
      Map.Entry<Integer, Integer> entry = ids.next();
      if (entry.getValue() < fetch - 2 * dataSources) {
        map.key().putInt(0, entry.getKey());
        map.delete();
        ids.remove();
      }
    }
  }

  /**
   * Innermost first; empty for a negative id, which is an error code: there was no such stack, or
   * two fell on one id.
   */
  long[] addresses(int id) throws SystemCallException {
    if (id < 0) {
      collided += id == -EEXIST ? 1 : 0;
      refused += id == -ENOMEM || id == -E2BIG ? 1 : 0;
      return NONE;
    }
    map.key().putInt(0, id);
    if (!map.lookup()) {
      missing++;
      return NONE;
    }
    lastFetchOfId.put(id, fetch);
    int depth = 0;
    int most = map.valueBytes() / Long.BYTES;
    while (depth < most && map.value().getLong(depth * Long.BYTES) != 0) {
      depth++;
    }
    long[] addresses = new long[depth];
    for (int i = 0; i < depth; i++) {
      addresses[i] = map.value().getLong(i * Long.BYTES);
    }
    return addresses;
  }

  /** Records without a stack since another one had its place in the map. */
  long collided() {
    return collided;
  }

  /** Records without a stack since the map was full. */
  long refused() {
    return refused;
  }

  /** Stacks that a record named and the map did not have. */
  long missing() {
    return missing;
  }
}
