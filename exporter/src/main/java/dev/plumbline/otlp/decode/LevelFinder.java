package dev.plumbline.otlp.decode;

import static java.util.Objects.requireNonNull;

import dev.plumbline.wire.InputException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decodes requests whose level nobody tells. A request is tried under each numbering; one that is
 * clean under it (no unknown field, no sample that contradicts itself, no attribute where it cannot
 * belong) is taken for what it says. What is clean under several is of the level that the sender
 * was last known by, else of the newest; but where single numbers stand for lists of values, which
 * no usual writer does, a level that reads it without them goes first. A sender that is silent for
 * {@value #MEMORY_HOURS} hour is forgotten. Thread-safe.
 */
public final class LevelFinder {
  /** How long a sender is remembered after its last request. */
  public static final int MEMORY_HOURS = 1;

  /** Most senders; the one that was silent longest is forgotten first. */
  public static final int MAX_SENDERS = 10_000;

  private static final long MEMORY_MILLIS = MEMORY_HOURS * 3_600_000L;

  private final OtlpLimits limits;
  private final Clock clock;
  private final Object lock = new Object();
  private final Map<String, Known> bySender =
      new LinkedHashMap<String, Known>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Known> eldest) {
          return size() > MAX_SENDERS;
        }
      };

  private LevelFinder(OtlpLimits limits, Clock clock) {
    this.limits = requireNonNull(limits, "limits");
    this.clock = requireNonNull(clock, "clock");
  }

  public static LevelFinder of(OtlpLimits limits, Clock clock) {
    return new LevelFinder(limits, clock);
  }

  /**
   * The request in these bytes, which are kept and must not change.
   *
   * @param sender what tells senders apart, such as the peer's address and its user agent
   * @throws InputException if no level reads it; the reason is that of the newest
   */
  public OtlpRequest decode(byte[] request, String sender) throws InputException {
    ReceivedLevel remembered = levelOf(sender);
    OtlpRequest found = find(request, remembered);
    synchronized (lock) {
      bySender.put(sender, new Known(found.level(), clock.millis()));
    }
    return found;
  }

  /** The level by which a sender is known; null if it is not, or was forgotten. */
  public @Nullable ReceivedLevel levelOf(String sender) {
    long now = clock.millis();
    synchronized (lock) {
      Known known = bySender.get(sender);
      if (known == null || now - known.atMillis >= MEMORY_MILLIS) {
        bySender.remove(sender);
        return null;
      }
      return known.level;
    }
  }

  /** Senders that are known, with their levels: for the health page. A copy. */
  public Map<String, ReceivedLevel> senders() {
    long now = clock.millis();
    Map<String, ReceivedLevel> levels = new LinkedHashMap<>();
    synchronized (lock) {
      bySender.values().removeIf(known -> now - known.atMillis >= MEMORY_MILLIS);
      bySender.forEach((sender, known) -> levels.put(sender, known.level));
    }
    return Collections.unmodifiableMap(levels);
  }

  private OtlpRequest find(byte[] request, @Nullable ReceivedLevel remembered)
      throws InputException {
    InputException ofNewest = null;
    OtlpRequest best = null;
    for (ReceivedLevel level : order(remembered)) {
      try {
        OtlpRequest decoded = OtlpDecoder.of(level, limits).decode(request);
        if (decoded.doubts() == 0 && !decoded.hasUnpackedValues()) {
          return decoded;
        }
        if (best == null || decoded.doubts() < best.doubts()) {
          best = decoded;
        }
      } catch (InputException e) {
        if (e.kind() == InputException.Kind.TOO_LARGE) {
          throw e;
        }
        if (level == ReceivedLevel.NEWEST) {
          ofNewest = e;
        }
      }
    }
    if (best != null) {
      return best;
    }
    throw requireNonNull(ofNewest, "ofNewest");
  }

  /** The remembered level, then from the newest to the oldest. */
  private static List<ReceivedLevel> order(@Nullable ReceivedLevel remembered) {
    List<ReceivedLevel> order = new ArrayList<>();
    if (remembered != null) {
      order.add(remembered);
    }
    ReceivedLevel[] levels = ReceivedLevel.values();
    for (int i = levels.length - 1; i >= 0; i--) {
      if (levels[i] != remembered) {
        order.add(levels[i]);
      }
    }
    return order;
  }

  private static final class Known {
    final ReceivedLevel level;
    final long atMillis;

    Known(ReceivedLevel level, long atMillis) {
      this.level = level;
      this.atMillis = atMillis;
    }
  }
}
