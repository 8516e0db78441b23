package dev.plumbline.receive;

import dev.plumbline.listen.Request;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
   * @param level of OTLP; empty for other formats
   * @param accepted requests
   */
  public record Sender(
      String peer, String format, String level, long accepted, long lastUnixMillis) {}

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
      Sender before = senders.get(sender);
      long count = before == null ? 1 : before.accepted + 1;
      senders.put(sender, new Sender(sender, format, level, count, clock.millis()));
      if (senders.size() > MAX_SENDERS) {
        senders.remove(senders.keySet().iterator().next());
      }
    }
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
