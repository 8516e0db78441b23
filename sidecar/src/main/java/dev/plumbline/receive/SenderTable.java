package dev.plumbline.receive;

import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Who sends to a receiver: by peer and program, with what it was last known to speak. The one that
 * was silent longest is forgotten first. Thread-safe.
 */
public final class SenderTable {
  static final int MAX_SENDERS = 500;
  private static final int MAX_AGENT_CHARACTERS = 100;

  private final Clock clock;
  private final Object lock = new Object();
  private final Map<String, Sender> senders = new LinkedHashMap<>(16, 0.75f, true);

  SenderTable(Clock clock) {
    this.clock = clock;
  }

  /**
   * One sender. Immutable.
   *
   * @param level of OTLP; empty for other formats, and until something was taken
   * @param accepted requests
   * @param refusedByReason requests that were not taken; unmodifiable, sorted
   * @param lastRefusal {@link Refusal#NONE} if all were taken
   */
  public record Sender(
      String peer,
      String format,
      String level,
      long accepted,
      Map<String, Long> refusedByReason,
      long lastUnixMillis,
      Refusal lastRefusal) {}

  /**
   * A request that was not taken. Immutable.
   *
   * @param reason of one of few words
   */
  public record Refusal(String reason, long unixMillis) {
    static final Refusal NONE = new Refusal("", 0);
  }

  /** What tells senders apart: the peer's address and its user agent. */
  static String name(Request request) {
    String agent = request.header("user-agent");
    if (agent == null) {
      return request.remoteAddress();
    }
    return request.remoteAddress()
        + " "
        + agent.substring(0, Math.min(agent.length(), MAX_AGENT_CHARACTERS));
  }

  void accepted(String sender, String format, String level) {
    synchronized (lock) {
      Sender before = known(sender, format);
      put(
          new Sender(
              sender,
              format,
              level,
              before.accepted + 1,
              before.refusedByReason,
              now(),
              before.lastRefusal));
    }
  }

  /**
   * @param reason of one of few words, as refusals have it
   */
  void refused(String sender, String format, String reason) {
    synchronized (lock) {
      Sender before = known(sender, format);
      Map<String, Long> refused = new TreeMap<>(before.refusedByReason);
      refused.merge(reason, 1L, Long::sum);
      Map<String, Long> byReason = Collections.unmodifiableMap(refused);
      Refusal last = new Refusal(reason, now());
      put(new Sender(sender, format, before.level, before.accepted, byReason, now(), last));
    }
  }

  /** What a receiver does with a request. */
  @FunctionalInterface
  interface Taking<T> {
    T take() throws RefusedException, InterruptedException;
  }

  /** Does it, and counts a refusal for the sender of the request. */
  <T> T counting(Request request, String format, Taking<T> taking)
      throws RefusedException, InterruptedException {
    try {
      return taking.take();
    } catch (RefusedException e) {
      refused(name(request), format, e.reason());
      throw e;
    }
  }

  private Sender known(String sender, String format) {
    Sender known = senders.get(sender);
    return known == null ? new Sender(sender, format, "", 0, Map.of(), 0, Refusal.NONE) : known;
  }

  private void put(Sender sender) {
    senders.put(sender.peer, sender);
    if (senders.size() > MAX_SENDERS) {
      senders.remove(senders.keySet().iterator().next());
    }
  }

  private long now() {
    return clock.millis();
  }

  /** The last one first. */
  public List<Sender> senders() {
    synchronized (lock) {
      List<Sender> latestFirst = new ArrayList<>();
      senders.values().forEach(sender -> latestFirst.add(0, sender));
      return latestFirst;
    }
  }
}
