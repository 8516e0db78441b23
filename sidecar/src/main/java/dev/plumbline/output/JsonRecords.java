package dev.plumbline.output;

import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.FieldKind;
import dev.plumbline.gadget.RecordBatch;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Records as trees by the dots of their fields' names, keys sorted, and those as JSON or YAML,
 * whose texts are written alike, record by record. Immutable; made for one data source.
 */
final class JsonRecords {
  private final Node root = new Node();

  JsonRecords(DataSource dataSource, List<Integer> fields) {
    Set<String> names = new HashSet<>();
    fields.forEach(field -> names.add(dataSource.field(field).fullName()));
    for (int field : fields) {
      node(dataSource.field(field).fullName(), names).field = field;
    }
  }

  /**
   * The place of a field. One below a field that has a value of its own, as {@code
   * k8s.namespace.name} is, stands beside that: no key can have both.
   */
  private Node node(String name, Set<String> names) {
    Node node = root;
    int start = 0;
    for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      if (!names.contains(name.substring(0, dot))) {
        node = node.children.computeIfAbsent(name.substring(start, dot), absent -> new Node());
        start = dot + 1;
      }
    }
    return node.children.computeIfAbsent(name.substring(start), absent -> new Node());
  }

  /** A key with a value, or with others below it. */
  private static final class Node {
    final Map<String, Node> children = new TreeMap<>();
    int field = -1;
  }

  /** One array, on one line. */
  void writeJson(RecordBatch batch, TextOutput out) throws IOException {
    StringBuilder text = new StringBuilder("[");
    for (int record = 0; record < batch.size(); record++) {
      text.append(record == 0 ? "" : ", ");
      writeNode(root, batch, record, text, null);
      out.writeIfMuch(text);
    }
    out.write(text.append("]\n"));
  }

  /** One array, two blanks a level. */
  void writeIndentedJson(RecordBatch batch, TextOutput out) throws IOException {
    StringBuilder text = new StringBuilder("[");
    for (int record = 0; record < batch.size(); record++) {
      text.append(record == 0 ? "\n  " : ",\n  ");
      writeNode(root, batch, record, text, "\n  ");
      out.writeIfMuch(text);
    }
    out.write(text.append(batch.size() == 0 ? "]\n" : "\n]\n"));
  }

  private static void writeNode(
      Node node, RecordBatch batch, int record, StringBuilder out, @Nullable String lineStart) {
    if (node.children.isEmpty()) {
      writeValue(batch, record, node.field, out);
      return;
    }
    String inner = lineStart == null ? null : lineStart + "  ";
    out.append('{');
    boolean isFirst = true;
    for (Map.Entry<String, Node> child : node.children.entrySet()) {
      out.append(isFirst ? "" : ",").append(inner == null ? "" : inner);
      writeText(child.getKey(), out);
      out.append(inner == null ? ":" : ": ");
      writeNode(child.getValue(), batch, record, out, inner);
      isFirst = false;
    }
    out.append(lineStart == null ? "" : lineStart).append('}');
  }

  /**
   * A list of mappings in block style.
   *
   * @param start what stands before it
   */
  void writeYaml(String start, RecordBatch batch, TextOutput out) throws IOException {
    StringBuilder text = new StringBuilder(start);
    if (batch.size() == 0) {
      text.append("[]\n");
    }
    for (int record = 0; record < batch.size(); record++) {
      writeBlock(root, batch, record, text, "  ", "- ");
      out.writeIfMuch(text);
    }
    out.write(text);
  }

  private static void writeBlock(
      Node node,
      RecordBatch batch,
      int record,
      StringBuilder out,
      String indent,
      String firstIndent) {
    String start = firstIndent;
    for (Map.Entry<String, Node> child : node.children.entrySet()) {
      out.append(start).append(child.getKey()).append(':');
      start = indent;
      if (child.getValue().children.isEmpty()) {
        out.append(' ');
        writeValue(batch, record, child.getValue().field, out);
        out.append('\n');
      } else {
        out.append('\n');
        writeBlock(child.getValue(), batch, record, out, indent + "  ", indent + "  ");
      }
    }
  }

  private static void writeValue(RecordBatch batch, int record, int field, StringBuilder out) {
    FieldKind kind = batch.dataSource().field(field).kind();
    String text = FieldText.of(batch, record, field);
    boolean isNumber =
        kind.isInteger()
            || kind == FieldKind.BOOL
            || (kind.isFloatingPoint() && Double.isFinite(batch.floatingPoint(record, field)));
    if (isNumber) {
      out.append(text);
    } else {
      writeText(text, out);
    }
  }

  private static void writeText(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\n' -> out.append("\\n");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ' || c == 0x7f || (Character.isSurrogate(c) && !isPaired(text, i))) {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  private static boolean isPaired(String text, int index) {
    return Character.isHighSurrogate(text.charAt(index))
        ? index + 1 < text.length() && Character.isLowSurrogate(text.charAt(index + 1))
        : index > 0 && Character.isHighSurrogate(text.charAt(index - 1));
  }
}
