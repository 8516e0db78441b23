package dev.plumbline.it.page;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which members JSON has, by path, and of which kind they are, such as {@code services[].name} and
 * {@code text}. Counters by reason have whatever reasons there are. Immutable.
 */
record JsonShape(Map<String, Set<String>> kinds) {
  private static final JsonFactory FACTORY = new JsonFactory();
  private static final Set<String> BY_REASON =
      Set.of("lost", "endReasons", "dropped", "rejected", "refused");
  private static final String NULL = "null";

  static JsonShape of(String json) throws IOException {
    Map<String, Set<String>> kinds = new TreeMap<>();
    try (JsonParser parser = FACTORY.createParser(json)) {
      parser.nextToken();
      read(parser, "", kinds);
    }
    return new JsonShape(kinds);
  }

  private static void read(JsonParser parser, String path, Map<String, Set<String>> kinds)
      throws IOException {
    kinds.computeIfAbsent(path, absent -> new TreeSet<>()).add(kind(parser.currentToken()));
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        read(parser, path + "[]", kinds);
      }
    } else if (BY_REASON.contains(path.substring(path.lastIndexOf('.') + 1))) {
      parser.skipChildren();
    } else if (parser.currentToken() == JsonToken.START_OBJECT) {
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String name = path + "." + parser.currentName();
        parser.nextToken();
        read(parser, name, kinds);
      }
    }
  }

  private static String kind(JsonToken token) {
    return switch (token) {
      case START_OBJECT -> "object";
      case START_ARRAY -> "array";
      case VALUE_STRING -> "text";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "number";
      case VALUE_TRUE, VALUE_FALSE -> "truth";
      default -> NULL;
    };
  }

  /**
   * Members of this that the other does not have, or has of another kind, where it has a parent.
   */
  Set<String> unlike(JsonShape other) {
    Set<String> unlike = new TreeSet<>();
    kinds.forEach(
        (path, ours) -> {
          Set<String> theirs = other.kinds.get(path);
          if (theirs == null) {
            if (other.kinds.containsKey(parent(path)) && !other.isBare(parent(path))) {
              unlike.add(path);
            }
          } else if (!isNull(ours) && !isNull(theirs) && !overlaps(ours, theirs)) {
            unlike.add(path + " is " + ours + " and not " + theirs);
          }
        });
    return unlike;
  }

  /** Null, or an array without a row: what would be in it is not seen. */
  private boolean isBare(String path) {
    Set<String> found = kinds.getOrDefault(path, Set.of());
    return isNull(found) || (found.contains("array") && !kinds.containsKey(path + "[]"));
  }

  private static boolean isNull(Set<String> found) {
    return found.equals(Set.of(NULL));
  }

  private static boolean overlaps(Set<String> a, Set<String> b) {
    return a.stream().anyMatch(b::contains);
  }

  private static String parent(String path) {
    return path.endsWith("[]")
        ? path.substring(0, path.length() - 2)
        : path.substring(0, Math.max(0, path.lastIndexOf('.')));
  }
}
