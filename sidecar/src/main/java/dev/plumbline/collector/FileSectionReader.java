package dev.plumbline.collector;

import dev.plumbline.config.Section;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profilefile.FileSettings;
import dev.plumbline.profilefile.FileSettings.AfterSuccess;
import dev.plumbline.profilefile.Glob;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Section {@code file} of a receiver {@code pprof}: the Collector's keys, and ours: {@code
 * every_interval}, {@code after_success}, {@code move_to}, and those of the resource.
 */
final class FileSectionReader {
  private static final String INCLUDE = "include";
  private static final String ACTION = "after_success";
  private static final String MOVE_TO = "move_to";
  private static final Map<String, AfterSuccess.Action> ACTIONS = new LinkedHashMap<>();

  static {
    ACTIONS.put("keep", AfterSuccess.Action.KEEP);
    ACTIONS.put("delete", AfterSuccess.Action.DELETE);
    ACTIONS.put("move", AfterSuccess.Action.MOVE);
  }

  private final CollectorFile context;

  FileSectionReader(CollectorFile context) {
    this.context = context;
  }

  static Set<String> keys() {
    Set<String> keys = new HashSet<>(ScheduleReader.KEYS);
    keys.addAll(ResourceKeys.KEYS);
    keys.addAll(Set.of(INCLUDE, "every_interval", ACTION, MOVE_TO));
    return keys;
  }

  /** Null without a pattern that can be read, which has been said. */
  @Nullable FileSettings read(Section section) {
    Glob include = include(section);
    boolean isEvery = section.truth("every_interval", false);
    AfterSuccess after = afterSuccess(section);
    if (isEvery && after.action() != AfterSuccess.Action.KEEP) {
      section.problemAtKey(ACTION, "stands beside every_interval, which takes kept files again");
    }
    Attributes attributes = Attributes.of(ResourceKeys.read(section, null));
    Duration timeout = DurationKeys.notNegative(section, "timeout", Duration.ZERO);
    return include == null
        ? null
        : new FileSettings(
            include,
            ScheduleReader.read(section),
            timeout,
            isEvery ? FileSettings.Turns.EVERYTHING : FileSettings.Turns.CHANGES,
            after,
            attributes);
  }

  private @Nullable Glob include(Section section) {
    String text = section.text(INCLUDE);
    if (text == null || text.isEmpty()) {
      if (text != null || !section.has(INCLUDE)) { // else what stands there has been refused
        section.problem(INCLUDE, "file.include must be specified");
      }
      return null;
    }
    try {
      return Glob.parse(text, context.file().resolve(Path.of("")));
    } catch (IllegalArgumentException e) {
      section.problem(INCLUDE, String.valueOf(e.getMessage()));
      return null;
    }
  }

  private AfterSuccess afterSuccess(Section section) {
    AfterSuccess.Action action = section.oneOf(ACTION, AfterSuccess.Action.KEEP, ACTIONS);
    Path directory = context.file().path(section, MOVE_TO);
    if ((action == AfterSuccess.Action.MOVE) != (directory != null)) {
      section.problemAtKey(
          MOVE_TO, "belongs to after_success: move, which needs it; expected both or neither");
      return AfterSuccess.KEEP;
    }
    return new AfterSuccess(action, directory);
  }
}
