package dev.plumbline.config;

import static java.util.Objects.requireNonNull;

import dev.plumbline.yaml.Problems;
import dev.plumbline.yaml.SourcePosition;
import dev.plumbline.yaml.YamlEntry;
import dev.plumbline.yaml.YamlNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A mapping of a configuration file with the keys that may stand in it. Keys are matched without
 * case, as ig's configuration library does. Whatever is wrong goes to the {@link Problems}, and the
 * default is returned, so that one run finds all. A key without a value counts as not written.
 * Confined to the thread that reads the file.
 */
public final class Section {
  private static final int FEW_KEYS = 6;

  private final String path;
  private final SourcePosition position;
  private final Problems problems;
  private final Map<String, YamlEntry> entries = new LinkedHashMap<>();
  private final boolean present;

  private Section(
      @Nullable YamlNode node, SourcePosition position, String path, Problems problems) {
    this.path = requireNonNull(path, "path");
    this.position = requireNonNull(position, "position");
    this.problems = requireNonNull(problems, "problems");
    this.present = node != null;
    if (node == null || node.isNull()) {
      return;
    }
    if (node.kind() != YamlNode.Kind.MAPPING) {
      problems.add(node.position(), prefix() + "expected a mapping, found " + node.kind());
    }
    for (YamlEntry entry : node.entries()) {
      YamlEntry first = entries.putIfAbsent(entry.key().toLowerCase(Locale.ROOT), entry);
      if (first != null) {
        problems.add(
            entry.position(),
            (path.isEmpty() ? "" : path + ".")
                + entry.key()
                + ": stands twice but for case, first in line "
                + first.position().line());
      }
    }
  }

  /** Any key may stand in it, and none is a problem. */
  static Section open(@Nullable YamlNode node, SourcePosition position, String path, Problems to) {
    return new Section(node, position, path, to);
  }

  /**
   * A section whose unknown keys are problems.
   *
   * @param node null if the section is not written, which leaves every key at its default
   * @param position of the section, or of what would hold it
   * @param path from the root, for messages, such as {@code operator.otel-profiles}
   * @param keys in lower case
   */
  public static Section of(
      @Nullable YamlNode node,
      SourcePosition position,
      String path,
      Problems to,
      Set<String> keys) {
    Section section = new Section(node, position, path, to);
    section.entries.forEach(
        (key, entry) -> {
          if (!keys.contains(key)) {
            section.problemAtKey(
                key, "unknown key, the nearest known key is " + nearest(key, keys));
          }
        });
    return section;
  }

  /** With its neighbours where they are few and the nearest is not near. */
  private static String nearest(String key, Set<String> keys) {
    String nearest = NearestName.of(key, keys);
    return NearestName.isSlip(key, nearest) || keys.size() > FEW_KEYS
        ? nearest
        : nearest + " of " + String.join(", ", new TreeSet<>(keys));
  }

  /** Whether the section is written, be it empty. */
  public boolean isPresent() {
    return present;
  }

  public String path() {
    return path;
  }

  public SourcePosition position() {
    return position;
  }

  /** The path of a key in this section, as the user spelt it, for messages. */
  public String keyPath(String key) {
    YamlEntry entry = entries.get(key);
    String written = entry == null ? key : entry.key();
    return path.isEmpty() ? written : path + "." + written;
  }

  /** Where a key stands; the section itself if it is not written. */
  public SourcePosition positionOf(String key) {
    YamlEntry entry = entries.get(key);
    return entry == null ? position : entry.position();
  }

  /** Where a key's value stands; the key, or the section, if there is none. */
  public SourcePosition positionOfValue(String key) {
    YamlNode value = node(key);
    return value == null ? positionOf(key) : value.position();
  }

  /** Says what is wrong with a key's value, at the value. */
  public void problem(String key, String message) {
    problems.add(positionOfValue(key), keyPath(key) + ": " + message);
  }

  /** Says what is wrong with a key itself, at the key. */
  public void problemAtKey(String key, String message) {
    problems.add(positionOf(key), keyPath(key) + ": " + message);
  }

  /** The value of a key; null if it is not written or empty. */
  public @Nullable YamlNode node(String key) {
    YamlEntry entry = entries.get(key);
    return entry == null || entry.value().isNull() ? null : entry.value();
  }

  /** Whether the key stands there, be it without a value. */
  public boolean isNamed(String key) {
    return entries.containsKey(key);
  }

  public boolean has(String key) {
    return node(key) != null;
  }

  /** A section below this one. */
  public Section section(String key, Set<String> keys) {
    YamlEntry entry = entries.get(key);
    return of(entry == null ? null : entry.value(), positionOf(key), keyPath(key), problems, keys);
  }

  /** A section below this one, in which any key may stand. */
  public Section openSection(String key) {
    YamlEntry entry = entries.get(key);
    return open(entry == null ? null : entry.value(), positionOf(key), keyPath(key), problems);
  }

  /** The entries of this section, in the order of the file, keys as written. Unmodifiable. */
  public List<YamlEntry> entries() {
    return List.copyOf(entries.values());
  }

  /** The text of a key's value; null if it is not written. */
  public @Nullable String text(String key) {
    YamlNode node = node(key);
    if (node == null) {
      return null;
    }
    if (node.kind() != YamlNode.Kind.SCALAR) {
      problem(key, "expected a single value, found " + node.kind());
      return null;
    }
    return node.text();
  }

  /** The texts of a list, or of a single value; empty if it is not written. */
  public List<String> texts(String key) {
    YamlNode node = node(key);
    if (node == null || node.kind() != YamlNode.Kind.LIST) {
      String text = text(key);
      return text == null ? Collections.emptyList() : List.of(text);
    }
    List<String> texts = new ArrayList<>();
    for (YamlNode item : node.items()) {
      if (item.kind() == YamlNode.Kind.SCALAR) {
        texts.add(item.text());
      } else {
        problems.add(
            item.position(), keyPath(key) + ": expected a single value, found " + item.kind());
      }
    }
    return texts;
  }

  /** Null if it is not written. Accepts what ig accepts. */
  public @Nullable Boolean truth(String key) {
    return value(key, null, ScalarText::truth);
  }

  public boolean truth(String key, boolean defaultValue) {
    Boolean value = truth(key);
    return value == null ? defaultValue : value;
  }

  public Duration duration(String key, Duration defaultValue, Duration least, Duration most) {
    return requireNonNull(
        value(
            key,
            defaultValue,
            text -> ScalarText.inRange(DurationText.parse(text), text, least, most)));
  }

  /** In bytes. */
  public long size(String key, long defaultValue, long least, long most) {
    return requireNonNull(
        value(
            key,
            defaultValue,
            text -> ScalarText.inRange(ByteSizeText.parse(text), text, least, most)));
  }

  public long number(String key, long defaultValue, long least, long most) {
    return requireNonNull(
        value(
            key,
            defaultValue,
            text -> ScalarText.inRange(ScalarText.number(text), text, least, most)));
  }

  /**
   * One of a closed set.
   *
   * @param values by their spelling, in the order in which messages name them
   */
  public <T> T oneOf(String key, T defaultValue, Map<String, T> values) {
    T value = choice(key, values);
    return value == null ? defaultValue : value;
  }

  /** One of a closed set that has no default; null if it is not written or not of the set. */
  public <T> @Nullable T choice(String key, Map<String, T> values) {
    return value(key, null, text -> ScalarText.choose(text, values));
  }

  private <T> @Nullable T value(
      String key, @Nullable T defaultValue, Function<String, ? extends T> parser) {
    String text = text(key);
    if (text == null) {
      return defaultValue;
    }
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      problem(key, requireNonNull(e.getMessage()));
      return defaultValue;
    }
  }

  private String prefix() {
    return path.isEmpty() ? "" : path + ": ";
  }
}
