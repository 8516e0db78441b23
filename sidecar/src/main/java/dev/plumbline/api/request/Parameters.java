package dev.plumbline.api.request;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a request. Whoever reads one makes it known; what nobody reads is an error. Not
 * thread-safe: one for each request.
 */
public final class Parameters {
  private static final int MAX_VALUES = 60;

  private final Map<String, List<String>> query;
  private final long nowMillis;
  private final Set<String> known = new HashSet<>();

  public Parameters(Map<String, List<String>> query, long nowMillis) {
    this.query = query;
    this.nowMillis = nowMillis;
  }

  public long nowMillis() {
    return nowMillis;
  }

  public boolean has(String name) {
    known.add(name);
    return query.containsKey(name);
  }

  /** The value; null if it is not given. */
  public @Nullable String text(String name) throws ApiException {
    known.add(name);
    List<String> values = query.getOrDefault(name, List.of());
    if (values.size() > 1) {
      throw new ApiException(400, "bad_parameter", name + " is given more than once", name);
    }
    return values.isEmpty() ? null : values.get(0);
  }

  public String required(String name) throws ApiException {
    String value = text(name);
    if (value == null || value.isEmpty()) {
      throw new ApiException(400, "bad_parameter", name + " is missing", name);
    }
    return value;
  }

  /** All values, in order. */
  public List<String> texts(String name) throws ApiException {
    known.add(name);
    List<String> values = query.getOrDefault(name, List.of());
    if (values.size() > MAX_VALUES) {
      throw new ApiException(
          400, "bad_parameter", name + " is given more than " + MAX_VALUES + " times", name);
    }
    return values;
  }

  public int number(String name, int otherwise, int least, int most) throws ApiException {
    String text = text(name);
    if (text == null) {
      return otherwise;
    }
    try {
      int value = Integer.parseInt(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException ignored) {
      // Told below, as a number out of range is.
    }
    throw ApiException.badParameter(name, text, "a number from " + least + " to " + most);
  }

  public double share(String name, double otherwise) throws ApiException {
    String text = text(name);
    if (text == null) {
      return otherwise;
    }
    try {
      double value = Double.parseDouble(text);
      if (value >= 0 && value <= 1) {
        return value;
      }
    } catch (NumberFormatException ignored) {
      // Told below, as a number out of range is.
    }
    throw ApiException.badParameter(name, text, "a number from 0 to 1");
  }

  /** One of these words. */
  public String word(String name, String otherwise, List<String> words) throws ApiException {
    String text = text(name);
    if (text == null) {
      return otherwise;
    }
    if (!words.contains(text)) {
      throw ApiException.badParameter(name, text, "one of " + String.join(", ", words));
    }
    return text;
  }

  /** A key of 16 hexadecimal digits; null if it is not given. */
  public @Nullable Long key(String name) throws ApiException {
    String text = text(name);
    if (text == null || text.isEmpty()) {
      return null;
    }
    if (!text.matches("[0-9a-f]{16}")) {
      throw ApiException.badParameter(name, text, "16 hexadecimal digits");
    }
    return Long.parseUnsignedLong(text, 16);
  }

  /** A moment, milliseconds since the epoch. */
  public long time(String name, long otherwise) throws ApiException {
    String text = text(name);
    return text == null ? otherwise : TimeText.parse(name, text, nowMillis);
  }

  /** Fails if a parameter was given that nothing asked for. */
  public void checkAllKnown() throws ApiException {
    for (String name : new TreeSet<>(query.keySet())) {
      if (!known.contains(name)) {
        throw ApiException.unknownParameter(name);
      }
    }
  }
}
