package dev.plumbline.agent.settings;

import static java.util.Objects.requireNonNull;

import dev.plumbline.config.NearestName;
import dev.plumbline.jfr.LockRules;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The settings in force: for each the text of the first source that has one, else its default. All
 * texts have been read once, so that an accessor cannot fail. Immutable.
 */
public final class Settings {
  /** Windows shorter than this cost more than they tell. */
  static final long MIN_INTERVAL_NANOS = 1_000_000_000L;

  /** Receivers refuse profiles that are older. */
  static final long MAX_INTERVAL_NANOS = 3_600_000_000_000L;

  /** As of {@code queue.max-bytes}: less holds not even the requests of one window. */
  static final long MIN_QUEUE_BYTES = 64 << 10;

  /** Asked of the agent by mistake, as they end the names of variables of an exporter. */
  private static final List<String> OF_EXPORTERS =
      List.of(
          "endpoint", "protocol", "headers", "compression", "timeout", "certificate", "insecure");

  private final Map<Setting, String> texts;
  private final Map<Setting, Long> numbers;
  private final Map<Setting, String> origins;
  private final List<String> problems;
  private final List<String> warnings;

  private Settings(
      Map<Setting, String> texts,
      Map<Setting, Long> numbers,
      Map<Setting, String> origins,
      List<String> problems,
      List<String> warnings) {
    this.texts = texts;
    this.numbers = numbers;
    this.origins = origins;
    this.problems = Collections.unmodifiableList(problems);
    this.warnings = Collections.unmodifiableList(warnings);
  }

  /**
   * Reads arguments, properties, environment and, under them, the file.
   *
   * @param file null before the file is known
   */
  public static Settings read(
      AgentArguments arguments,
      Function<String, @Nullable String> property,
      Map<String, String> environment,
      @Nullable SettingSource file) {
    List<SettingSource> sources = new ArrayList<>();
    sources.add(SettingSources.arguments(arguments));
    sources.add(SettingSources.properties(property));
    sources.add(SettingSources.environment(environment));
    if (file != null) {
      sources.add(file);
    }
    Map<Setting, String> texts = new EnumMap<>(Setting.class);
    Map<Setting, Long> numbers = new EnumMap<>(Setting.class);
    Map<Setting, String> origins = new EnumMap<>(Setting.class);
    List<String> problems = new ArrayList<>(arguments.problems());
    for (Setting setting : Setting.values()) {
      read(setting, sources, texts, numbers, origins, problems);
    }
    return new Settings(texts, numbers, origins, problems, unknown(arguments));
  }

  private static List<String> unknown(AgentArguments arguments) {
    List<String> warnings = new ArrayList<>();
    for (Map.Entry<String, String> argument : arguments.values().entrySet()) {
      String name = argument.getKey();
      if (Setting.named(name) == null) {
        warnings.add(
            "unknown agent argument \""
                + name
                + "\", "
                + hint(name, argument.getValue())
                + "; continuing without it");
      }
    }
    return warnings;
  }

  private static String hint(String name, String value) {
    if (OF_EXPORTERS.contains(name)) {
      return "which an exporter has: in the file of \"config\" or as OTEL_EXPORTER_OTLP_"
          + name.toUpperCase(Locale.ROOT);
    }
    String nearest = "the nearest is \"" + NearestName.of(name, Setting.names()) + "\"";
    // A name alone may be the rest of a value.
    return value.equals("true") ? nearest + " (a value with commas is quoted)" : nearest;
  }

  private static void read(
      Setting setting,
      List<SettingSource> sources,
      Map<Setting, String> texts,
      Map<Setting, Long> numbers,
      Map<Setting, String> origins,
      List<String> problems) {
    String text = setting.defaultText();
    String origin = "default";
    for (SettingSource source : sources) {
      String written = source.text(setting);
      if (written != null) {
        text = written;
        origin = source.origin(setting);
        break;
      }
    }
    texts.put(setting, text);
    origins.put(setting, origin);
    if (text.isEmpty()) {
      numbers.put(setting, 0L);
      return;
    }
    try {
      numbers.put(setting, check(setting, text, SettingText.number(setting.kind(), text)));
    } catch (IllegalArgumentException e) {
      texts.put(setting, setting.defaultText());
      numbers.put(setting, 0L);
      problems.add(written(origin, setting, text) + ", " + e.getMessage());
    }
  }

  private static String written(String origin, Setting setting, String text) {
    return origin + ": \"" + setting.settingName() + "\" is \"" + text + "\"";
  }

  private static long check(Setting setting, String text, long number) {
    if (!setting.choices().isEmpty() && !setting.choices().contains(text)) {
      throw new IllegalArgumentException("expected one of " + String.join(", ", setting.choices()));
    }
    if (setting == Setting.INTERVAL
        && (number < MIN_INTERVAL_NANOS || number > MAX_INTERVAL_NANOS)) {
      throw new IllegalArgumentException("expected 1s to 1h");
    }
    if (setting == Setting.SIGNAL && !TimerSignals.isSafe(number)) {
      throw new IllegalArgumentException("expected " + TimerSignals.EXPECTATION);
    }
    if (setting == Setting.AP_EXTRA && !TimerSignals.areSafeIn(text)) {
      throw new IllegalArgumentException("expected in signal= " + TimerSignals.EXPECTATION);
    }
    if (setting == Setting.LOCK_MONITOR_EVERY && number > LockRules.MAX_EVERY) {
      throw new IllegalArgumentException("expected 1 to " + LockRules.MAX_EVERY);
    }
    if (setting == Setting.MEMORY_QUEUE && number < MIN_QUEUE_BYTES) {
      throw new IllegalArgumentException("expected a size from 64k");
    }
    return number;
  }

  /** As written; the default if that is a problem; empty if there is neither. */
  public String text(Setting setting) {
    return requireNonNull(texts.get(setting));
  }

  /** For messages: where the text is written, the setting and the text. */
  public String written(Setting setting) {
    return written(requireNonNull(origins.get(setting)), setting, text(setting));
  }

  /** Whether any text holds, written or by default. */
  public boolean isSet(Setting setting) {
    return !text(setting).isEmpty();
  }

  /** What stands between blanks; unmodifiable. */
  public List<String> words(Setting setting) {
    return Pattern.compile(" +")
        .splitAsStream(text(setting))
        .filter(word -> !word.isEmpty())
        .collect(Collectors.toUnmodifiableList());
  }

  public boolean flag(Setting setting) {
    return number(setting) != 0;
  }

  /** Nanoseconds of a time, bytes of a size, the count; 0 if it is off or not set. */
  public long number(Setting setting) {
    return requireNonNull(numbers.get(setting));
  }

  /** What keeps the agent from starting, one line each; unmodifiable. */
  public List<String> problems() {
    return problems;
  }

  /** What a person should know, one line each; unmodifiable. */
  public List<String> warnings() {
    return warnings;
  }
}
