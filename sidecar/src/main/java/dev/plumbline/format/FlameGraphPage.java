package dev.plumbline.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plumbline.profile.Profile;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.StackTrace;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A flame graph as one HTML file that loads nothing else: the boxes as columns in depth-first
 * order, so that no depth is too large for whoever writes or reads them, drawn by the script in it.
 * A browser holds the whole file, so of very many boxes the smallest are left out, which the page
 * says. Stateless.
 */
public final class FlameGraphPage {
  private static final String TEMPLATE = "flame-graph.html";
  private static final Pattern PLACE = Pattern.compile("@[A-Z]+@");

  /** Some ten megabytes; far more than fit any screen, zoomed in many times. */
  private static final int MAX_BOXES = 500_000;

  private FlameGraphPage() {}

  public static String of(Profile profile) {
    return of(profile, MAX_BOXES);
  }

  /**
   * @param maxBoxes that the page has at most; at least 1, which is the root
   */
  static String of(Profile profile, int maxBoxes) {
    Node root = new Node("all", 0);
    for (Sample sample : profile.samples()) {
      Node node = root;
      node.value += sample.value();
      StackTrace stack = sample.stackTrace();
      for (int i = stack.depth() - 1; i >= 0; i--) {
        int depth = node.depth + 1;
        node =
            node.children.computeIfAbsent(
                FoldedText.name(stack.frame(i)), name -> new Node(name, depth));
        node.value += sample.value();
      }
    }
    Room room = Room.of(root, maxBoxes);
    String title = profile.type().type() + " (" + profile.type().unit() + ")";
    Map<String, String> parts =
        Map.of(
            "@TITLE@", html(title),
            "@UNIT@", quoted(profile.type().unit()),
            "@BOXES@", boxes(root, room),
            "@NOTE@", room.note());
    // In one go: what is put in may itself look like a place.
    return PLACE
        .matcher(template())
        .replaceAll(place -> Matcher.quoteReplacement(parts.getOrDefault(place.group(), "")));
  }

  /** Names once each, and for each box the number of its name, its depth and its value. */
  private static String boxes(Node root, Room room) {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    StringBuilder names = new StringBuilder();
    StringBuilder boxes = new StringBuilder();
    Deque<Node> open = new ArrayDeque<>(List.of(root));
    while (!open.isEmpty()) {
      Node node = open.pop();
      Integer number = numbers.get(node.name);
      if (number == null) {
        number = numbers.size();
        numbers.put(node.name, number);
        names.append(number == 0 ? "" : ",").append(quoted(node.name));
      }
      boxes.append(boxes.length() == 0 ? "" : ",");
      boxes.append(number).append(',').append(node.depth).append(',').append(node.value);
      room.chosen(node).forEach(open::push);
    }
    return "{\"names\":[" + names + "],\"boxes\":[" + boxes + "]}";
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

  /** Which boxes the page has: the largest. Confined to one call. */
  private static final class Room {
    private final long boundary;
    private final int leftOut;
    private int ofBoundary;

    private Room(long boundary, int ofBoundary, int leftOut) {
      this.boundary = boundary;
      this.ofBoundary = ofBoundary;
      this.leftOut = leftOut;
    }

    /** No box is larger than the one below it, so that none stands on one that is left out. */
    static Room of(Node root, int maxBoxes) {
      long[] values = values(root);
      if (values.length <= maxBoxes) {
        return new Room(Long.MIN_VALUE, 0, 0);
      }
      Arrays.sort(values);
      int first = values.length - maxBoxes;
      long boundary = values[first];
      int larger = values.length;
      while (larger > first && values[larger - 1] > boundary) {
        larger--;
      }
      return new Room(boundary, larger - first, first);
    }

    private static long[] values(Node root) {
      long[] values = new long[1024];
      int size = 0;
      Deque<Node> open = new ArrayDeque<>(List.of(root));
      while (!open.isEmpty()) {
        Node node = open.pop();
        if (size == values.length) {
          values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = node.value;
        open.addAll(node.children.values());
      }
      return Arrays.copyOf(values, size);
    }

    /** The last child first. Of those at the boundary some have room, parents before children. */
    List<Node> chosen(Node parent) {
      List<Node> chosen = new ArrayList<>();
      for (Node child : parent.children.descendingMap().values()) {
        if (child.value > boundary || (child.value == boundary && ofBoundary-- > 0)) {
          chosen.add(child);
        }
      }
      return chosen;
    }

    /** Empty where nothing is left out. */
    String note() {
      return leftOut == 0
          ? ""
          : String.format(
              Locale.ROOT,
              "The %,d smallest boxes, of at most %,d, are left out.",
              leftOut,
              boundary);
    }
  }

  /** Children stand by name, as on the daemon's page. */
  private static final class Node {
    private final String name;
    private final int depth;
    private final TreeMap<String, Node> children = new TreeMap<>();
    private long value;

    Node(String name, int depth) {
      this.name = name;
      this.depth = depth;
    }
  }
}
