package dev.plumbline.agent.settings;

import java.util.ArrayList;
import java.util.List;

/**
 * What the argument {@code help} prints: each setting with its names and its default. Stateless.
 */
public final class HelpTable {
  private HelpTable() {}

  /** Lines without line ends. */
  public static List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "settings: agent argument (property plumbline.*, variable PLUMBLINE_*), default, meaning");
    for (Setting setting : Setting.values()) {
      lines.add(
          String.format(
              "  %-30s %-40s %-8s %s",
              setting.settingName(),
              setting.variable(),
              setting.defaultText().isEmpty() ? "-" : setting.defaultText(),
              setting.meaning()));
    }
    lines.add(
        "precedence: argument, property, variable, OTEL_*, section \"jvm\" of the file, default");
    return lines;
  }
}
