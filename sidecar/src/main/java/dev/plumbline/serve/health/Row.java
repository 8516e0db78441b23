package dev.plumbline.serve.health;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thing of which the health tells. Immutable; its members are read when it is written.
 *
 * @param troubleUnixMillis when its trouble was last seen; 0 without
 * @param advice a sentence that names it and says what to do; empty if there is nothing to do
 */
record Row(Condition condition, long troubleUnixMillis, String text, String advice, Members more) {
  /** Rows of a kind in an answer. */
  static final int MAX_ROWS = 500;

  /** Those in trouble, the newest trouble before older; then the rest as it comes. */
  private static final Comparator<Row> ORDER =
      Comparator.comparing(Row::condition)
          .thenComparing(Comparator.comparingLong(Row::troubleUnixMillis).reversed());

  /** What a row of its kind has beside state and text. */
  @FunctionalInterface
  interface Members {
    void write(JsonGenerator json) throws IOException;
  }

  static Row ok(String text, Members more) {
    return new Row(Condition.OK, 0, text, "", more);
  }

  /** No more than {@link #MAX_ROWS}. */
  static void write(JsonGenerator json, String kind, List<Row> rows) throws IOException {
    json.writeArrayFieldStart(kind);
    for (Row row : rows.stream().sorted(ORDER).limit(MAX_ROWS).toList()) {
      row.write(json);
    }
    json.writeEndArray();
  }

  void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("state", condition.word());
    json.writeStringField("text", text);
    more.write(json);
    json.writeEndObject();
  }

  /** The worst of them, the newest first; null without any. */
  static @Nullable Row worst(List<Row> rows) {
    return rows.stream().min(ORDER).orElse(null);
  }
}
