package dev.plumbline.yaml;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A mapping, a list or a scalar, with its position. An alias is the node that it stands for, at the
 * position of that node. Immutable.
 */
public final class YamlNode {
  /** What a node is; an empty value is a scalar. */
  public enum Kind {
    MAPPING("a mapping"),
    LIST("a list"),
    SCALAR("a single value");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** For messages. */
    @Override
    public String toString() {
      return text;
    }
  }

  private final Kind kind;
  private final SourcePosition position;
  private final String text;
  private final boolean plain;
  private final List<YamlEntry> entries;
  private final List<YamlNode> items;
  private final int size;

  private YamlNode(
      Kind kind,
      SourcePosition position,
      String text,
      boolean plain,
      List<YamlEntry> entries,
      List<YamlNode> items) {
    this.kind = kind;
    this.position = requireNonNull(position, "position");
    this.text = requireNonNull(text, "text");
    this.plain = plain;
    this.entries = Collections.unmodifiableList(new ArrayList<>(entries));
    this.items = Collections.unmodifiableList(new ArrayList<>(items));
    long nodes = 1;
    for (YamlEntry entry : entries) {
      nodes += 1 + entry.value().size();
    }
    for (YamlNode item : items) {
      nodes += item.size();
    }
    this.size = (int) Math.min(nodes, Integer.MAX_VALUE);
  }

  static YamlNode mapping(SourcePosition position, List<YamlEntry> entries) {
    return new YamlNode(Kind.MAPPING, position, "", false, entries, Collections.emptyList());
  }

  static YamlNode list(SourcePosition position, List<YamlNode> items) {
    return new YamlNode(Kind.LIST, position, "", false, Collections.emptyList(), items);
  }

  /** Written without quotes, so that it may mean more than text. */
  static YamlNode plain(SourcePosition position, String text) {
    return new YamlNode(
        Kind.SCALAR, position, text, true, Collections.emptyList(), Collections.emptyList());
  }

  /** Quoted, in a block or tagged as text. */
  static YamlNode quoted(SourcePosition position, String text) {
    return new YamlNode(
        Kind.SCALAR, position, text, false, Collections.emptyList(), Collections.emptyList());
  }

  public Kind kind() {
    return kind;
  }

  public SourcePosition position() {
    return position;
  }

  /** Nothing, {@code ~} or {@code null} without quotes: the key counts as not written. */
  public boolean isNull() {
    return kind == Kind.SCALAR
        && plain
        && (text.isEmpty()
            || text.equals("~")
            || text.equals("null")
            || text.equals("Null")
            || text.equals("NULL"));
  }

  /** Whether a scalar was written without quotes. */
  public boolean isPlain() {
    return plain;
  }

  /**
   * A scalar's text as written, with quotes and escapes resolved.
   *
   * @throws IllegalStateException if this is no scalar
   */
  public String text() {
    if (kind != Kind.SCALAR) {
      throw new IllegalStateException(position + ": expected a single value, found " + kind);
    }
    return text;
  }

  /** A mapping's entries in the order of the file; empty for any other node. Unmodifiable. */
  public List<YamlEntry> entries() {
    return entries;
  }

  /** A list's items; empty for any other node. Unmodifiable. */
  public List<YamlNode> items() {
    return items;
  }

  /** The value of that key, letter for letter; null if it is absent or this is no mapping. */
  public @Nullable YamlNode get(String key) {
    for (YamlEntry entry : entries) {
      if (entry.key().equals(key)) {
        return entry.value();
      }
    }
    return null;
  }

  /** Nodes from here down, an alias counted as what it stands for. */
  int size() {
    return size;
  }

  /** Without the values of scalars, which may be secrets. */
  @Override
  public String toString() {
    return kind + " at " + position;
  }
}
