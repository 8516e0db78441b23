package dev.plumbline.serve.listener;

import dev.plumbline.listen.server.HandshakeFault;
import dev.plumbline.listen.server.RefusalCounter;
import dev.plumbline.metric.Scrape;
import dev.plumbline.metric.ScrapeSource;
import java.time.Clock;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Counts the requests that listeners did not take, and the handshakes. Thread-safe. */
public final class Refusals implements RefusalCounter, ScrapeSource {
  private static final Logger logger = Logger.getLogger(Refusals.class.getName());
  private static final int MAX_KINDS = 1_000;
  private static final long LOG_PAUSE_MILLIS = 60_000;

  private final Map<Kind, LongAdder> counts = new ConcurrentHashMap<>();

  private final Map<Handshakes, LongAdder> handshakes = new ConcurrentHashMap<>();
  private final Map<String, HandshakeTrouble> troubles = new ConcurrentHashMap<>();
  private final Clock clock;

  private record Kind(String listener, String path, int status, String reason) {}

  private record Handshakes(String listener, HandshakeFault fault) {}

  /** Of one listener, the last. Immutable. */
  public record HandshakeTrouble(
      String peer, HandshakeFault fault, String words, long unixMillis, long loggedMillis) {}

  public Refusals(Clock clock) {
    this.clock = clock;
  }

  @Override
  public void refused(String listener, String path, int status, String reason) {
    Kind kind = new Kind(listener, path, status, reason);
    if (counts.size() < MAX_KINDS || counts.containsKey(kind)) {
      counts.computeIfAbsent(kind, absent -> new LongAdder()).increment();
    }
  }

  /** A line of each listener a minute: a client that comes again with its fault is not alone. */
  @Override
  public void handshakeFailed(String listener, String peer, HandshakeFault fault, String words) {
    handshakes
        .computeIfAbsent(new Handshakes(listener, fault), absent -> new LongAdder())
        .increment();
    long now = clock.millis();
    String who = peer.isEmpty() ? "a local process" : peer;
    HandshakeTrouble before = troubles.get(listener);
    long told = before == null ? Long.MIN_VALUE / 2 : before.loggedMillis;
    boolean isTold = now - told >= LOG_PAUSE_MILLIS;
    long logged = isTold ? now : told;
    troubles.put(listener, new HandshakeTrouble(who, fault, words, now, logged));
    if (isTold) {
      logger.log(Level.WARNING, () -> listener + ": no TLS connection with " + who + ": " + words);
    }
  }

  /** The last failed handshake of a listener; null without. */
  public @Nullable HandshakeTrouble handshakeTrouble(String listener) {
    return troubles.get(listener);
  }

  /** Of one listener, by reason; sorted. Handshakes of TLS are among them. */
  public Map<String, Long> of(String listener) {
    Map<String, Long> byReason = new TreeMap<>();
    counts.forEach(
        (kind, count) -> {
          if (kind.listener.equals(listener)) {
            byReason.merge(kind.reason, count.sum(), Long::sum);
          }
        });
    handshakes.forEach(
        (kind, count) -> {
          if (kind.listener.equals(listener)) {
            byReason.merge("tls_" + kind.fault.reason(), count.sum(), Long::sum);
          }
        });
    return byReason;
  }

  @Override
  public void collect(Scrape sink) {
    counts.forEach(
        (kind, count) ->
            sink.counter(
                "listen_refused",
                "Requests that were not taken, by listener, path, HTTP status and reason.",
                count.sum(),
                "listener",
                kind.listener,
                "path",
                kind.path,
                "status",
                Integer.toString(kind.status),
                "reason",
                kind.reason));
    handshakes.forEach(
        (kind, count) ->
            sink.counter(
                "listen_handshakes_failed",
                "Connections whose handshake of TLS failed, by listener and reason.",
                count.sum(),
                "listener",
                kind.listener,
                "reason",
                kind.fault.reason()));
  }
}
