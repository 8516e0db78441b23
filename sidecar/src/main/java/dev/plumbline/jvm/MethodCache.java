package dev.plumbline.jvm;

import dev.plumbline.kernel.SystemCallException;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Methods by address. An entry is believed for one round: then its identity is read again, since
 * the memory of unloaded classes is used again. Confined to the thread that reads the target.
 */
final class MethodCache {
  static final int MAX_METHODS = 4096;

  private static final class Entry {
    private final @Nullable JavaMethod method;
    private long round;

    private Entry(@Nullable JavaMethod method, long round) {
      this.method = method;
      this.round = round;
    }
  }

  private final MethodReader reader;
  private final Map<Long, Entry> methods = new RecentMap<>(MAX_METHODS);

  MethodCache(MethodReader reader) {
    this.reader = reader;
  }

  /**
   * The method at an address in this round; null if there is none.
   *
   * @throws IOException if memory on the way is not readable and nothing is known from before
   */
  @Nullable JavaMethod method(long address, long round) throws IOException {
    Entry known = methods.get(address);
    if (known != null && known.round == round) {
      return known.method;
    }
    MethodIdentity now;
    try {
      now = reader.identity(address);
    } catch (SystemCallException e) {
      if (e.isGone() && known != null) { // ended since: what we knew was true until now
        return known.method;
      }
      throw e;
    }
    JavaMethod before = known == null ? null : known.method;
    if (known != null && before != null && before.identity().equals(now)) {
      known.round = round;
      return before;
    }
    JavaMethod method = now == null ? null : reader.method(now);
    methods.put(address, new Entry(method, round));
    return method;
  }
}
