package dev.plumbline.agent.settings;

import org.jspecify.annotations.Nullable;

/** One place where settings may be written, such as the environment. */
public interface SettingSource {
  /** The text written for that setting, null if there is none. */
  @Nullable String text(Setting setting);

  /** Where that text stands, for messages, such as {@code variable PLUMBLINE_CPU}. */
  String origin(Setting setting);
}
