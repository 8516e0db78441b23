package dev.plumbline.descriptor;

import dev.plumbline.yaml.Problems;
import dev.plumbline.yaml.SourcePosition;
import dev.plumbline.yaml.YamlEntry;
import dev.plumbline.yaml.YamlNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One mapping of a descriptor, with its keys compared without case as ig does. Whatever has another
 * shape than asked for goes to the problems and reads as absent, so that one run finds all faults.
 * Confined to the loading thread.
 */
final class Section {
  private final String path;
  private final SourcePosition position;
  private final Problems problems;
  private final Map<String, YamlEntry> entries = new LinkedHashMap<>();

  private Section(String path, SourcePosition position, Problems problems) {
    this.path = path;
    this.position = position;
    this.problems = problems;
  }

  /**
   * @param path of the keys that lead here, for messages; empty for the root
   */
  static Section of(String path, YamlNode node, Problems problems) {
    Section section = new Section(path, node.position(), problems);
    if (node.kind() != YamlNode.Kind.MAPPING && !node.isNull()) {
      problems.add(node.position(), quoted(path) + " is " + node.kind() + ", expected a mapping");
    }
    for (YamlEntry entry : node.entries()) {
      YamlEntry first = section.entries.putIfAbsent(lowerCase(entry.key()), entry);
      if (first != null) {
        problems.add(
            entry.position(),
            quoted(section.pathOf(entry.key()))
                + " stands twice, expected once (keys are compared without case), first in line "
                + first.position().line());
      }
    }
    return section;
  }

  private static String lowerCase(String key) {
    return key.toLowerCase(Locale.ROOT);
  }

  private static String quoted(String path) {
    return path.isEmpty() ? "descriptor" : "key \"" + path + "\"";
  }

  /** In the order of the file, keys as written. */
  List<YamlEntry> entries() {
    return new ArrayList<>(entries.values());
  }

  SourcePosition position() {
    return position;
  }

  String pathOf(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  void problem(SourcePosition where, String key, String what) {
    problems.add(where, quoted(pathOf(key)) + " " + what);
  }

  @Nullable YamlEntry entry(String key) {
    return entries.get(lowerCase(key));
  }

  /** Empty if the key is absent or has no value. */
  Section child(String key) {
    YamlEntry entry = entry(key);
    return entry == null ? new Section(pathOf(key), position, problems) : child(entry);
  }

  Section child(YamlEntry entry) {
    return of(pathOf(entry.key()), entry.value(), problems);
  }

  /** Empty if the key is absent or has no value. */
  String text(String key) {
    YamlEntry entry = entry(key);
    return entry == null ? "" : text(entry);
  }

  String text(YamlEntry entry) {
    YamlNode value = entry.value();
    if (value.kind() != YamlNode.Kind.SCALAR) {
      problem(value.position(), entry.key(), "is " + value.kind() + ", expected a single value");
      return "";
    }
    return value.isNull() ? "" : scalar(value);
  }

  /** As Go prints it: every way to write a boolean is one of two texts. */
  private static String scalar(YamlNode value) {
    String text = value.text();
    if (value.isPlain()) {
      if (text.equals("True") || text.equals("TRUE")) {
        return "true";
      }
      if (text.equals("False") || text.equals("FALSE")) {
        return "false";
      }
    }
    return text;
  }

  /** All entries, each a single value; keys as written. */
  Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    entries.values().forEach(entry -> texts.put(entry.key(), text(entry)));
    return texts;
  }

  /** All single values below here under their dotted paths; lists are joined by commas. */
  Map<String, String> flattened() {
    Map<String, String> texts = new LinkedHashMap<>();
    flatten("", this, texts);
    return texts;
  }

  private static void flatten(String prefix, Section section, Map<String, String> texts) {
    for (YamlEntry entry : section.entries.values()) {
      String key = prefix + entry.key();
      YamlNode value = entry.value();
      if (value.kind() == YamlNode.Kind.MAPPING) {
        flatten(key + ".", section.child(entry), texts);
      } else if (value.kind() == YamlNode.Kind.SCALAR) {
        texts.put(key, section.text(entry));
      } else {
        texts.put(key, section.joined(entry));
      }
    }
  }

  /** A list of single values joined by commas, or one single value. */
  String joined(YamlEntry entry) {
    return String.join(",", list(entry));
  }

  /** The items of a list, or one single value as the only item. */
  List<String> list(YamlEntry entry) {
    List<String> texts = new ArrayList<>();
    if (entry.value().kind() != YamlNode.Kind.LIST) {
      String only = text(entry);
      if (!only.isEmpty()) {
        texts.add(only);
      }
      return texts;
    }
    for (YamlNode item : entry.value().items()) {
      if (item.kind() == YamlNode.Kind.SCALAR) {
        texts.add(scalar(item));
      } else {
        problem(item.position(), entry.key(), "has " + item.kind() + " in it, expected texts");
      }
    }
    return texts;
  }

  /** Adds a problem for every key that is not among the known ones, compared without case. */
  void checkKeys(Collection<String> known, Problems target) {
    for (YamlEntry entry : entries.values()) {
      if (known.stream().noneMatch(entry.key()::equalsIgnoreCase)) {
        target.add(
            entry.position(),
            quoted(pathOf(entry.key()))
                + " is not known, expected one of "
                + String.join(", ", known));
      }
    }
  }
}
