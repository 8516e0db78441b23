package dev.plumbline.view;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.tree.FunctionTree;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Trees as folded stacks and as speedscope's file format, written while they are sent. */
public final class TreeDownload {
  private static final JsonFactory FACTORY = new JsonFactory();

  private TreeDownload() {}

  /** Takes the stack of each node with a value of its own. */
  private interface Visitor {
    void stack(int[] rootToLeaf, int depth, long value) throws IOException;
  }

  /** A line for each stack: root first, {@code ;} between, a blank, the value. */
  public static void writeFolded(FunctionTree tree, OutputStream out) throws IOException {
    StringBuilder line = new StringBuilder();
    forEach(
        tree,
        (functions, depth, value) -> {
          line.setLength(0);
          for (int i = 0; i < depth; i++) {
            line.append(i == 0 ? "" : ";").append(foldedName(tree.name(functions[i]).name()));
          }
          line.append(' ').append(value).append('\n');
          out.write(line.toString().getBytes(StandardCharsets.UTF_8));
        });
  }

  private static String foldedName(String name) {
    return name.replace(';', ':').replace('\n', ' ').replace('\r', ' ');
  }

  public static void writeSpeedscope(FunctionTree tree, String title, String unit, OutputStream out)
      throws IOException {
    try (JsonGenerator json = FACTORY.createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.writeStartObject();
      json.writeStringField("$schema", "https://www.speedscope.app/file-format-schema.json");
      json.writeStringField("name", title);
      json.writeStringField("exporter", "plumbline");
      json.writeObjectFieldStart("shared");
      json.writeArrayFieldStart("frames");
      for (int function = 0; function < tree.functionCount(); function++) {
        json.writeStartObject();
        json.writeStringField("name", tree.name(function).name());
        if (!tree.name(function).file().isEmpty()) {
          json.writeStringField("file", tree.name(function).file());
        }
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
      json.writeArrayFieldStart("profiles");
      writeProfile(tree, title, unit, json);
      json.writeEndArray();
      json.writeEndObject();
    }
  }

  private static void writeProfile(FunctionTree tree, String title, String unit, JsonGenerator json)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("type", "sampled");
    json.writeStringField("name", title);
    json.writeStringField("unit", speedscopeUnit(unit));
    json.writeNumberField("startValue", 0);
    json.writeNumberField("endValue", tree.shown(tree.total(0)));
    json.writeArrayFieldStart("samples");
    forEach(
        tree,
        (functions, depth, value) -> {
          json.writeStartArray();
          for (int i = 0; i < depth; i++) {
            json.writeNumber(functions[i]);
          }
          json.writeEndArray();
        });
    json.writeEndArray();
    json.writeArrayFieldStart("weights");
    forEach(tree, (functions, depth, value) -> json.writeNumber(value));
    json.writeEndArray();
    json.writeEndObject();
  }

  /** Speedscope knows no counts. */
  private static String speedscopeUnit(String unit) {
    return unit.equals("nanoseconds") || unit.equals("bytes") ? unit : "none";
  }

  private static void forEach(FunctionTree tree, Visitor visitor) throws IOException {
    int[] functions = new int[64];
    for (int node = 1; node < tree.size(); node++) {
      long value = tree.shown(tree.self(node));
      if (value != 0) {
        int depth = 0;
        for (int at = node; at != 0; at = tree.parent(at)) {
          depth++;
        }
        if (depth > functions.length) {
          functions = new int[2 * depth];
        }
        int i = depth;
        for (int at = node; at != 0; at = tree.parent(at)) {
          functions[--i] = tree.function(at);
        }
        visitor.stack(functions, depth, value);
      }
    }
  }
}
