package dev.plumbline.api.request;

import dev.plumbline.api.json.JsonOut;
import java.io.IOException;
import java.util.List;

/**
 * The part of a list that a request asks for. Immutable.
 *
 * @param offset of the first row
 * @param limit of rows in an answer
 */
public record Rows(int offset, int limit) {
  public static final int DEFAULT_LIMIT = 100;
  public static final int MAX_LIMIT = 1000;

  public static Rows read(Parameters parameters, int maxLimit) throws ApiException {
    int limit = parameters.number("limit", DEFAULT_LIMIT, 1, maxLimit);
    String cursor = parameters.text("cursor");
    if (cursor == null || cursor.isEmpty()) {
      return new Rows(0, limit);
    }
    if (!cursor.matches("r\\d{1,9}")) {
      throw ApiException.badParameter("cursor", cursor, "a cursor of an earlier answer");
    }
    return new Rows(Integer.parseInt(cursor.substring(1)), limit);
  }

  /** Members {@code count}, the rows under that name, and {@code next}. */
  public <T> void write(JsonOut out, String name, List<T> all, JsonOut.Row<T> row)
      throws IOException {
    int first = Math.min(offset, all.size());
    int end = (int) Math.min(all.size(), (long) first + limit);
    out.number("count", (long) all.size());
    out.list(name, all.subList(first, end), row);
    out.text("next", end < all.size() ? "r" + end : null);
  }
}
