package dev.plumbline.api.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** The sentence of an error, for tools that show a body as it is. Stateless. */
public final class ErrorText {
  private static final JsonFactory FACTORY = new JsonFactory();

  private ErrorText() {}

  public static String messageOf(String json) {
    try (JsonParser parser = FACTORY.createParser(json)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.FIELD_NAME && parser.currentName().equals("message")) {
          parser.nextToken();
          return parser.getText();
        }
      }
    } catch (IOException ignored) {
      // It is no JSON after all, and shown as it is.
    }
    return json;
  }
}
