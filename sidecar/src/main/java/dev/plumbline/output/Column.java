package dev.plumbline.output;

import dev.plumbline.gadget.Annotations;
import dev.plumbline.gadget.Field;
import java.util.Locale;

/** How one column of a table looks, by the field's {@code columns.*} annotations. Immutable. */
record Column(int field, String title, int width, boolean isRightAligned, Ellipsis ellipsis) {
  private static final int DEFAULT_WIDTH = 16;
  private static final int MAX_WIDTH = 4096;

  /** Where a text that is too long is cut. */
  enum Ellipsis {
    START,
    MIDDLE,
    END
  }

  static Column of(int index, Field field) {
    Annotations annotations = field.annotations();
    String title = annotations.getOrDefault("columns.alias", field.fullName());
    int width =
        number(
            annotations, "columns.width", number(annotations, "columns.maxwidth", DEFAULT_WIDTH));
    width = Math.max(width, number(annotations, "columns.minwidth", 1));
    width = Math.max(width, Math.min(title.length(), DEFAULT_WIDTH));
    boolean isRight =
        annotations
            .getOrDefault("columns.alignment", field.kind().isInteger() ? "right" : "left")
            .equals("right");
    return new Column(index, title.toUpperCase(Locale.ROOT), width, isRight, ellipsis(annotations));
  }

  private static Ellipsis ellipsis(Annotations annotations) {
    return switch (annotations.getOrDefault("columns.ellipsis", "end")) {
      case "start" -> Ellipsis.START;
      case "middle" -> Ellipsis.MIDDLE;
      default -> Ellipsis.END;
    };
  }

  private static int number(Annotations annotations, String key, int byDefault) {
    String text = annotations.getOrDefault(key, "");
    return text.matches("[0-9]{1,6}") ? Math.min(Integer.parseInt(text), MAX_WIDTH) : byDefault;
  }

  void append(String text, StringBuilder line) {
    String fitted = fit(TerminalText.of(text.replace('\n', ' ')));
    String padding = " ".repeat(width - fitted.length());
    line.append(isRightAligned ? padding : "").append(fitted);
    line.append(isRightAligned ? "" : padding);
  }

  private String fit(String text) {
    if (text.length() <= width) {
      return text;
    }
    int kept = width - 1;
    return switch (ellipsis) {
      case START -> "…" + text.substring(text.length() - kept);
      case MIDDLE ->
          text.substring(0, kept / 2) + "…" + text.substring(text.length() - (kept - kept / 2));
      case END -> text.substring(0, kept) + "…";
    };
  }
}
