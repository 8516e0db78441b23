package dev.plumbline.serve.health;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.receive.ReceiverCounts;
import dev.plumbline.receive.SenderTable;
import dev.plumbline.serve.config.ReceiverSettings;
import dev.plumbline.serve.listener.Listeners;
import dev.plumbline.serve.listener.Refusals;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Rows of receivers, those too that do not listen. Stateless. */
final class ReceiverRows {
  /** How long a refusal is a trouble. */
  static final Duration REFUSAL_SHOWN = Duration.ofMinutes(5);

  private ReceiverRows() {}

  static List<Row> of(Health.Listening listening, long nowUnixMillis) {
    List<Row> rows = new ArrayList<>();
    for (Listeners.LeftOut leftOut : listening.leftOut()) {
      leftOut.receivers().forEach(receiver -> rows.add(leftOut(leftOut, receiver)));
    }
    for (Listeners.Open open : listening.open()) {
      String listener = open.listener().settings().name();
      for (ReceiverSettings receiver : open.receivers()) {
        ReceiverCounts counts = listening.receivers().counts(receiver.name());
        Map<String, Long> refused = new TreeMap<>(listening.refusals().of(listener));
        counts.rejectedByReason().forEach((reason, n) -> refused.merge(reason, n, Long::sum));
        String address = open.listener().address().toString();
        List<SenderTable.Sender> senders = counts.senders().senders();
        Row.Members more =
            json -> write(json, receiver, address, counts.accepted(), refused, senders);
        rows.add(
            open(
                receiver,
                Trouble.of(senders, listening.refusals().handshakeTrouble(listener)),
                nowUnixMillis,
                more));
      }
    }
    return rows;
  }

  private static Row leftOut(Listeners.LeftOut leftOut, ReceiverSettings receiver) {
    String address = receiver.endpoint().address().toString();
    return new Row(
        Condition.WARNING,
        leftOut.unixMillis(),
        leftOut.fault(),
        "receiver " + receiver.name() + ": " + leftOut.fault(),
        json -> write(json, receiver, address, 0, Map.of(), List.of()));
  }

  /** The last of all that was refused, which says what is wrong. */
  private record Trouble(String text, String advice, long unixMillis) {
    private static final Trouble NONE = new Trouble("", "", 0);

    static Trouble of(
        List<SenderTable.Sender> senders, Refusals.@Nullable HandshakeTrouble handshake) {
      Trouble last = NONE;
      for (SenderTable.Sender sender : senders) {
        SenderTable.Refusal refusal = sender.lastRefusal();
        if (refusal.unixMillis() > last.unixMillis) {
          String text = "refused " + sender.peer() + ": " + refusal.reason();
          last = new Trouble(text, "see what that program sends", refusal.unixMillis());
        }
      }
      if (handshake != null && handshake.unixMillis() > last.unixMillis) {
        String text = "no TLS connection with " + handshake.peer() + ": " + handshake.words();
        last = new Trouble(text, "see that program's settings of TLS", handshake.unixMillis());
      }
      return last;
    }
  }

  private static Row open(
      ReceiverSettings receiver, Trouble trouble, long nowUnixMillis, Row.Members more) {
    if (nowUnixMillis - trouble.unixMillis() > REFUSAL_SHOWN.toMillis()) {
      return Row.ok("listening", more);
    }
    return new Row(
        Condition.WARNING,
        trouble.unixMillis(),
        trouble.text(),
        "receiver " + receiver.name() + ": " + trouble.text() + "; " + trouble.advice(),
        more);
  }

  private static void write(
      JsonGenerator json,
      ReceiverSettings receiver,
      String address,
      long accepted,
      Map<String, Long> refused,
      List<SenderTable.Sender> senders)
      throws IOException {
    json.writeStringField("name", receiver.name());
    json.writeStringField("address", address);
    json.writeNumberField("accepted", accepted);
    HealthJson.counts(json, "refused", refused);
    json.writeArrayFieldStart("senders");
    for (SenderTable.Sender sender : senders) {
      json.writeStartObject();
      json.writeStringField("peer", sender.peer());
      json.writeStringField("format", sender.format());
      HealthJson.text(json, "level", sender.level());
      json.writeNumberField("accepted", sender.accepted());
      HealthJson.counts(json, "refused", sender.refusedByReason());
      json.writeNumberField("lastMillis", sender.lastUnixMillis());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
