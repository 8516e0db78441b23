package dev.plumbline.output;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The value of {@code --output}: {@code MODE} or {@code MODE=FILE} for every data source, or {@code
 * DATASOURCE:MODE,…} for those only. Immutable.
 */
public final class OutputChoice {
  private final Target everywhere;
  private final Map<String, Target> byDataSource;

  private OutputChoice(Target everywhere, Map<String, Target> byDataSource) {
    this.everywhere = everywhere;
    this.byDataSource = byDataSource;
  }

  /**
   * A mode and where it goes.
   *
   * @param file null for standard output
   */
  public record Target(OutputMode mode, @Nullable Path file) {
    private static Target of(String text) {
      int equals = text.indexOf('=');
      String mode = equals < 0 ? text : text.substring(0, equals);
      return new Target(
          OutputMode.of(mode.strip()), equals < 0 ? null : Path.of(text.substring(equals + 1)));
    }
  }

  /**
   * @throws OutputException if a mode is not known, or both forms or two modes stand in one text
   */
  public static OutputChoice parse(String text) {
    Map<String, Target> byDataSource = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    @Nullable Target everywhere = null;
    for (String part : text.split(",", -1)) {
      int equals = part.indexOf('=');
      int colon = part.indexOf(':');
      if (part.isBlank()) {
        continue;
      }
      if (colon >= 0 && (equals < 0 || colon < equals)) {
        byDataSource.put(part.substring(0, colon).strip(), Target.of(part.substring(colon + 1)));
      } else if (everywhere == null) {
        everywhere = Target.of(part);
      } else {
        throw new OutputException("output \"" + text + "\" names two modes, expected one");
      }
    }
    if (everywhere != null && !byDataSource.isEmpty()) {
      throw new OutputException(
          "output \""
              + text
              + "\" mixes modes with and without a data source, expected MODE or"
              + " DATASOURCE:MODE,…");
    }
    if (everywhere == null) {
      everywhere = new Target(byDataSource.isEmpty() ? OutputMode.COLUMNS : OutputMode.NONE, null);
    }
    return new OutputChoice(everywhere, byDataSource);
  }

  /** The data sources that are named, as the user wrote them. */
  public List<String> dataSources() {
    return List.copyOf(byDataSource.keySet());
  }

  /** What is done with that data source. */
  public Target of(String dataSource) {
    return byDataSource.getOrDefault(dataSource, everywhere);
  }
}
