package dev.plumbline.output;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.Locale;

/** What {@code --output} can say. */
public enum OutputMode {
  /** Records as a table, each time they are fetched. */
  COLUMNS(Content.RECORDS),
  /** One JSON array of records a line. */
  JSON(Content.RECORDS),
  /** The same, indented. */
  JSONPRETTY(Content.RECORDS),
  /** One YAML document a fetch. */
  YAML(Content.RECORDS),
  /** One line a stack of the whole run. */
  FOLDED(Content.PROFILE),
  /** One compressed pprof file of the whole run. */
  PPROF(Content.PROFILE_BINARY),
  /** One OTLP export request of the whole run, level 1.10. */
  OTLP(Content.PROFILE_BINARY),
  /** Nothing. */
  NONE(Content.NOTHING);

  private enum Content {
    RECORDS,
    PROFILE,
    PROFILE_BINARY,
    NOTHING
  }

  private final Content content;

  OutputMode(Content content) {
    this.content = content;
  }

  /** It is the profile of the whole run, written at its end. */
  public boolean isProfile() {
    return content == Content.PROFILE || content == Content.PROFILE_BINARY;
  }

  /** Its bytes do no good on a terminal. */
  public boolean isBinary() {
    return content == Content.PROFILE_BINARY;
  }

  /** As users write it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws OutputException if there is no such mode
   */
  static OutputMode of(String word) {
    for (OutputMode mode : values()) {
      if (mode.word().equals(word)) {
        return mode;
      }
    }
    throw new OutputException(
        "output mode \""
            + word
            + "\" is not known, expected one of "
            + Arrays.stream(values()).map(OutputMode::word).collect(joining(", ")));
  }
}
