package dev.plumbline.config.exporters;

import static java.util.Objects.requireNonNull;

import dev.plumbline.config.Variables;
import dev.plumbline.yaml.SourcePosition;
import org.jspecify.annotations.Nullable;

/**
 * The value of {@code otel-profiles-exporter} and where it was written: as a flag, else as the
 * variable {@value #VARIABLE}, else as ig's variable {@value #IG_VARIABLE}, else in the file
 * (design §8). A blank value counts as not written. Immutable.
 */
public final class SelectionText {
  public static final String FLAG = "--" + IgConfig.SELECTION_KEY;
  public static final String VARIABLE = "PLUMBLINE_OTEL_PROFILES_EXPORTER";

  /** ig's prefix before the qualified name of the key. */
  public static final String IG_VARIABLE =
      "INSPEKTOR_GADGET_OPERATOR_OTEL_PROFILES_OTEL_PROFILES_EXPORTER";

  private final SourcePosition position;
  private final String text;

  private SelectionText(SourcePosition position, String text) {
    this.position = requireNonNull(position, "position");
    this.text = requireNonNull(text, "text");
  }

  /** For a caller with sources of its own, such as agent arguments. */
  public static SelectionText of(SourcePosition position, String text) {
    return new SelectionText(position, text.strip());
  }

  /**
   * @param flag null if it is not given
   * @return null if nothing selects
   */
  public static @Nullable SelectionText find(
      @Nullable String flag, Variables environment, IgConfig config) {
    if (flag != null && !flag.isBlank()) {
      return of(SourcePosition.of(FLAG), flag);
    }
    for (String name : new String[] {VARIABLE, IG_VARIABLE}) {
      String value = environment.get(name);
      if (value != null && !value.isBlank()) {
        return of(SourcePosition.of(name), value);
      }
    }
    return ofFile(config);
  }

  /** What the file's own key says; null if it says nothing. */
  public static @Nullable SelectionText ofFile(IgConfig config) {
    String value = config.selection();
    return value == null || value.isBlank() ? null : of(config.selectionPosition(), value);
  }

  public SourcePosition position() {
    return position;
  }

  /** Without blanks around it. */
  public String text() {
    return text;
  }

  @Override
  public String toString() {
    return position + ": " + text;
  }
}
