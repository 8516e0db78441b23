package dev.plumbline.serve.health;

import java.util.Locale;

/** How something goes; the worst first. */
enum Condition {
  ERROR,
  WARNING,
  OK;

  /** As docs/api.md has it. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
