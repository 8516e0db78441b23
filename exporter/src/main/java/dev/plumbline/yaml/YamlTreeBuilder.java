package dev.plumbline.yaml;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;

/**
 * Builds the tree of the first document from the parser's events. The recursion is as deep as
 * {@link YamlLimits#maxDepth}; an alias shares its target, whose whole size counts again, so that a
 * walk over the finished tree is bounded too. Used once, by one thread.
 */
final class YamlTreeBuilder {
  private static final String MERGE_KEY = "<<";
  private static final String TEXT_TAG = "tag:yaml.org,2002:str";

  private final String file;
  private final YamlLimits limits;
  private final Problems problems;
  private final Map<String, YamlNode> anchors = new HashMap<>();
  private SourcePosition lastPosition;
  private int aliases;
  private int nodes;

  YamlTreeBuilder(String file, YamlLimits limits, Problems problems) {
    this.file = file;
    this.limits = limits;
    this.problems = problems;
    this.lastPosition = SourcePosition.of(file, 1, 1);
  }

  /** Where the latest node begins: as near as can be said when the parser itself fails. */
  SourcePosition lastPosition() {
    return lastPosition;
  }

  YamlNode build(Iterator<Event> events) {
    YamlNode root = YamlNode.plain(SourcePosition.of(file, 1, 1), "");
    boolean documentSeen = false;
    while (events.hasNext()) {
      Event event = events.next();
      switch (event.getEventId()) {
        case DocumentStart:
          if (documentSeen) {
            problems.add(position(event), "a second document begins, expected only one in a file");
            return root;
          }
          documentSeen = true;
          break;
        case Scalar:
        case Alias:
        case MappingStart:
        case SequenceStart:
          root = node(event, events, 0);
          break;
        default:
          break;
      }
    }
    return root;
  }

  private YamlNode node(Event event, Iterator<Event> events, int depth) {
    SourcePosition position = position(event);
    lastPosition = position;
    if (++nodes > limits.maxNodes()) {
      throw new YamlLimitException(position, "file has more than " + limits.maxNodes() + " values");
    }
    if (event.getEventId() == Event.ID.Alias) {
      return alias((AliasEvent) event, position);
    }
    if (event.getEventId() != Event.ID.Scalar && depth == limits.maxDepth()) {
      throw new YamlLimitException(position, "nested deeper than " + depth + " levels");
    }
    YamlNode node;
    switch (event.getEventId()) {
      case MappingStart:
        node = mapping(position, events, depth + 1);
        break;
      case SequenceStart:
        node = list(position, events, depth + 1);
        break;
      default:
        node = scalar((ScalarEvent) event, position);
        break;
    }
    checkSize(node);
    Optional<String> anchor = ((NodeEvent) event).getAnchor().map(a -> a.getValue());
    anchor.ifPresent(name -> anchors.put(name, node));
    return node;
  }

  private YamlNode alias(AliasEvent event, SourcePosition position) {
    if (++aliases > limits.maxAliases()) {
      throw new YamlLimitException(
          position, "file has more than " + limits.maxAliases() + " aliases");
    }
    String name = event.getAlias().getValue();
    YamlNode target = anchors.get(name);
    if (target == null) {
      throw new YamlLimitException(
          position, "alias *" + name + " stands for no value that ends before it");
    }
    return target;
  }

  private static YamlNode scalar(ScalarEvent event, SourcePosition position) {
    boolean text = event.getTag().filter(TEXT_TAG::equals).isPresent();
    return event.isPlain() && !text
        ? YamlNode.plain(position, event.getValue())
        : YamlNode.quoted(position, event.getValue());
  }

  private YamlNode list(SourcePosition position, Iterator<Event> events, int depth) {
    List<YamlNode> items = new ArrayList<>();
    for (Event event = events.next();
        event.getEventId() != Event.ID.SequenceEnd;
        event = events.next()) {
      items.add(node(event, events, depth));
    }
    return YamlNode.list(position, items);
  }

  private YamlNode mapping(SourcePosition position, Iterator<Event> events, int depth) {
    Map<String, YamlEntry> entries = new LinkedHashMap<>();
    List<YamlNode> merged = new ArrayList<>();
    for (Event event = events.next();
        event.getEventId() != Event.ID.MappingEnd;
        event = events.next()) {
      SourcePosition keyPosition = position(event);
      YamlNode key = node(event, events, depth);
      YamlNode value = node(events.next(), events, depth);
      if (isMergeKey(key)) {
        merged.add(value);
        continue;
      }
      String name = keyText(key, keyPosition);
      if (name == null) {
        continue;
      }
      YamlEntry first = entries.putIfAbsent(name, YamlEntry.of(name, keyPosition, value));
      if (first != null) {
        problems.add(
            keyPosition,
            "key \"" + name + "\" stands twice, first in line " + first.position().line());
      }
    }
    merged.forEach(value -> merge(value, entries));
    return YamlNode.mapping(position, new ArrayList<>(entries.values()));
  }

  private static boolean isMergeKey(YamlNode key) {
    return key.kind() == YamlNode.Kind.SCALAR && key.isPlain() && key.text().equals(MERGE_KEY);
  }

  /** Null if it cannot be a key, which has been said. */
  private @Nullable String keyText(YamlNode key, SourcePosition position) {
    if (key.kind() != YamlNode.Kind.SCALAR) {
      problems.add(position, "a key is " + key.kind() + ", expected a single value");
      return null;
    }
    if (key.text().length() > limits.maxKeyLength()) {
      problems.add(
          position,
          "a key is "
              + key.text().length()
              + " characters long, expected at most "
              + limits.maxKeyLength());
      return null;
    }
    return key.text();
  }

  /** What is written in the mapping itself, or merged earlier, holds. */
  private void merge(YamlNode value, Map<String, YamlEntry> entries) {
    List<YamlNode> sources = value.kind() == YamlNode.Kind.LIST ? value.items() : List.of(value);
    for (YamlNode source : sources) {
      if (source.kind() != YamlNode.Kind.MAPPING) {
        problems.add(
            source.position(), "merge key << has " + source.kind() + ", expected a mapping");
      }
      source.entries().forEach(entry -> entries.putIfAbsent(entry.key(), entry));
    }
  }

  private void checkSize(YamlNode node) {
    if (node.size() > limits.maxNodes()) {
      throw new YamlLimitException(
          node.position(), "file has more than " + limits.maxNodes() + " values");
    }
  }

  private SourcePosition position(Event event) {
    Mark mark = event.getStartMark().orElse(null);
    return mark == null
        ? SourcePosition.of(file)
        : SourcePosition.of(file, mark.getLine() + 1, mark.getColumn() + 1);
  }
}
