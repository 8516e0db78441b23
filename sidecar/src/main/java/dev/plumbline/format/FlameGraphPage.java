package dev.plumbline.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plumbline.profile.Profile;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.StackTrace;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A flame graph as one HTML file that loads nothing else: the tree as JSON in the page, drawn by
 * the script in it. Stateless.
 */
public final class FlameGraphPage {
  /** Frames from the root that are drawn; a browser reads no deeper tree. */
  private static final int MAX_DEPTH = 2_000;

  private static final String TEMPLATE = "flame-graph.html";

  private FlameGraphPage() {}

  public static String of(Profile profile) {
    Node root = new Node();
    for (Sample sample : profile.samples()) {
      Node node = root;
      node.value += sample.value();
      StackTrace stack = sample.stackTrace();
      int last = Math.max(0, stack.depth() - MAX_DEPTH);
      for (int i = stack.depth() - 1; i >= last; i--) {
        node = node.children.computeIfAbsent(FoldedText.name(stack.frame(i)), absent -> new Node());
        node.value += sample.value();
      }
    }
    StringBuilder tree = new StringBuilder();
    write("all", root, tree);
    String title = profile.type().type() + " (" + profile.type().unit() + ")";
    return template()
        .replace("@TITLE@", html(title))
        .replace("@UNIT@", quoted(profile.type().unit()))
        .replace("@TREE@", tree);
  }

  private static void write(String name, Node node, StringBuilder out) {
    out.append('[').append(quoted(name)).append(',').append(node.value);
    if (!node.children.isEmpty()) {
      out.append(",[");
      String separator = "";
      for (Map.Entry<String, Node> child : node.children.entrySet()) {
        out.append(separator);
        write(child.getKey(), child.getValue(), out);
        separator = ",";
      }
      out.append(']');
    }
    out.append(']');
  }

  /** A JSON string that can stand in a script: no tag can begin in it. */
  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean plain = c >= ' ' && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&';
      if (plain && c != '\u2028' && c != '\u2029') {
        quoted.append(c);
      } else {
        quoted.append(String.format("\\u%04x", (int) c));
      }
    }
    return quoted.append('"').toString();
  }

  private static String html(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String template() {
    try (InputStream in = FlameGraphPage.class.getResourceAsStream(TEMPLATE)) {
      if (in == null) {
        throw new IllegalStateException(TEMPLATE + " is not in this program");
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Node {
    private final Map<String, Node> children = new LinkedHashMap<>();
    private long value;
  }
}
