package dev.plumbline.container.source;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The texts of a JSON object and of the objects in it, three levels deep. Of an array the first
 * text is kept, since names stand in arrays of one. All else is skipped without being held: specs
 * of containers are mostly mounts. Document, depth and lengths are bounded. Immutable.
 */
public final class JsonObject {
  static final JsonObject EMPTY = new JsonObject(Map.of(), Map.of());

  private static final int MAX_DOCUMENT_BYTES = 16 << 20;
  private static final int MAX_DEPTH = 64;
  private static final int MAX_TOKENS = 2_000_000;
  private static final int MAX_TEXT_CHARS = 1 << 20;
  private static final int MAX_KEPT_DEPTH = 3;
  private static final int MAX_MEMBERS = 1024;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxDocumentLength(MAX_DOCUMENT_BYTES)
                  .maxNestingDepth(MAX_DEPTH)
                  .maxTokenCount(MAX_TOKENS)
                  .maxStringLength(MAX_TEXT_CHARS)
                  .maxNameLength(4096)
                  .build())
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .build();

  private final Map<String, String> texts;
  private final Map<String, JsonObject> objects;

  private JsonObject(Map<String, String> texts, Map<String, JsonObject> objects) {
    this.texts = Collections.unmodifiableMap(texts);
    this.objects = Collections.unmodifiableMap(objects);
  }

  /** The object of a file; null if it cannot be read or is no object within the bounds. */
  public static @Nullable JsonObject read(Path file) {
    try (InputStream in = Files.newInputStream(file);
        JsonParser parser = FACTORY.createParser(in)) {
      return parser.nextToken() == JsonToken.START_OBJECT ? object(parser, 1) : null;
    } catch (IOException | SecurityException ignored) {
      return null;
    }
  }

  /** As {@link #read(Path)}, of a text inside another document; empty if it is none. */
  public static JsonObject parse(String text) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      return parser.nextToken() == JsonToken.START_OBJECT ? object(parser, 1) : EMPTY;
    } catch (IOException ignored) {
      return EMPTY;
    }
  }

  /** The first object of an array in a file whose member has that text; null if there is none. */
  public static @Nullable JsonObject find(Path file, String member, String text) {
    try (InputStream in = Files.newInputStream(file);
        JsonParser parser = FACTORY.createParser(in)) {
      if (parser.nextToken() != JsonToken.START_ARRAY) {
        return null;
      }
      while (parser.nextToken() == JsonToken.START_OBJECT) {
        JsonObject element = object(parser, 1);
        if (element.text(member).equals(text)) {
          return element;
        }
      }
      return null;
    } catch (IOException | SecurityException ignored) {
      return null;
    }
  }

  private static JsonObject object(JsonParser parser, int depth) throws IOException {
    Map<String, String> texts = new LinkedHashMap<>();
    Map<String, JsonObject> objects = new HashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      JsonToken token = parser.nextToken();
      if (token == JsonToken.START_OBJECT && depth < MAX_KEPT_DEPTH) {
        JsonObject inner = object(parser, depth + 1);
        if (objects.size() < MAX_MEMBERS) {
          objects.put(name, inner);
        }
      } else if (token == JsonToken.START_ARRAY) {
        firstText(parser, name, texts);
      } else if (token.isScalarValue() && token != JsonToken.VALUE_NULL) {
        keep(texts, name, parser.getText());
      } else {
        parser.skipChildren();
      }
    }
    return new JsonObject(texts, objects);
  }

  private static void firstText(JsonParser parser, String name, Map<String, String> texts)
      throws IOException {
    boolean found = false;
    for (JsonToken token = parser.nextToken();
        token != null && token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      if (token == JsonToken.VALUE_STRING && !found) {
        keep(texts, name, parser.getText());
        found = true;
      } else {
        parser.skipChildren();
      }
    }
  }

  private static void keep(Map<String, String> texts, String name, String text) {
    if (texts.size() < MAX_MEMBERS) {
      texts.put(name, text);
    }
  }

  /** A member's text, also of a number or a truth; empty if there is none. */
  public String text(String member) {
    return texts.getOrDefault(member, "");
  }

  /** All texts in the document's order. */
  Map<String, String> texts() {
    return texts;
  }

  /** A member that is an object; empty if there is none. */
  JsonObject object(String member) {
    return objects.getOrDefault(member, EMPTY);
  }

  /** Members that are objects. */
  Map<String, JsonObject> objects() {
    return objects;
  }
}
