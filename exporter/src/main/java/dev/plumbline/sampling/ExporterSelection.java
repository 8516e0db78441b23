package dev.plumbline.sampling;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which exporter gets which data source: the value of {@code --otel-profiles-exporter} (§1.5 of the
 * study of Inspektor Gadget). {@code NAME} or {@code NAME,NAME} is for every data source, {@code
 * DATASOURCE:NAME,…} for those only; the two forms do not mix. A data source or the whole list that
 * names two exporters gets both. Empty parts are passed over; {@code none} is no exporter's name
 * and means no export. Names are compared without case. Immutable.
 */
public final class ExporterSelection {
  /** No export. */
  public static final ExporterSelection NONE = new ExporterSelection(List.of(), Map.of());

  private static final String NO_EXPORT = "none";

  private final List<String> everywhere;
  private final Map<String, List<String>> byDataSource;

  private ExporterSelection(List<String> everywhere, Map<String, List<String>> byDataSource) {
    this.everywhere = Collections.unmodifiableList(new ArrayList<>(everywhere));
    Map<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    byDataSource.forEach((name, names) -> copy.put(name, List.copyOf(names)));
    this.byDataSource = Collections.unmodifiableMap(copy);
  }

  /**
   * @throws SelectionException if forms are mixed, a name is missing, or {@code none} stands beside
   *     a name
   */
  public static ExporterSelection parse(String text) {
    List<String> everywhere = new ArrayList<>();
    Map<String, List<String>> byDataSource = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String part : text.split(",", -1)) {
      String trimmed = part.trim();
      int colon = trimmed.indexOf(':');
      if (colon >= 0) {
        String dataSource = trimmed.substring(0, colon).trim();
        String name = trimmed.substring(colon + 1).trim();
        if (dataSource.isEmpty() || name.isEmpty()) {
          throw new SelectionException(
              "exporter selection \"" + trimmed + "\" lacks a name, expected DATASOURCE:EXPORTER");
        }
        addOnce(byDataSource.computeIfAbsent(dataSource, ignored -> new ArrayList<>()), name);
      } else if (!trimmed.isEmpty()) {
        addOnce(everywhere, trimmed);
      }
    }
    if (!everywhere.isEmpty() && !byDataSource.isEmpty()) {
      throw new SelectionException(
          "exporter selection \""
              + text
              + "\" mixes names with and without a data source, expected EXPORTER,… or"
              + " DATASOURCE:EXPORTER,…");
    }
    byDataSource.replaceAll((ignored, names) -> withoutNone(text, names));
    return new ExporterSelection(withoutNone(text, everywhere), byDataSource);
  }

  private static void addOnce(List<String> names, String name) {
    if (names.stream().noneMatch(name::equalsIgnoreCase)) {
      names.add(name);
    }
  }

  private static List<String> withoutNone(String text, List<String> names) {
    if (names.stream().noneMatch(NO_EXPORT::equalsIgnoreCase)) {
      return names;
    }
    if (names.size() > 1) {
      throw new SelectionException(
          "exporter selection \"" + text + "\" has none beside a name, expected one or the other");
    }
    return List.of();
  }

  /**
   * The same selection with the names written as they are configured.
   *
   * @param known names of the configured exporters
   * @throws SelectionException if one is not among them
   */
  public ExporterSelection resolve(Collection<String> known) {
    Map<String, List<String>> resolved = new LinkedHashMap<>();
    byDataSource.forEach((dataSource, names) -> resolved.put(dataSource, resolve(names, known)));
    return new ExporterSelection(resolve(everywhere, known), resolved);
  }

  private static List<String> resolve(List<String> names, Collection<String> known) {
    List<String> resolved = new ArrayList<>(names.size());
    for (String name : names) {
      String configured = configured(name, known);
      if (configured == null) {
        throw new SelectionException(
            "exporter \"" + name + "\" is not configured, " + expectation(known));
      }
      resolved.add(configured);
    }
    return resolved;
  }

  /** Exact, else without case; null if there is none. */
  private static @Nullable String configured(String name, Collection<String> known) {
    if (known.contains(name)) {
      return name;
    }
    for (String candidate : known) {
      if (candidate.toLowerCase(Locale.ROOT).equals(name.toLowerCase(Locale.ROOT))) {
        return candidate;
      }
    }
    return null;
  }

  private static String expectation(Collection<String> known) {
    return known.isEmpty()
        ? "and operator.otel-profiles.exporters names none"
        : "expected one of " + String.join(", ", new TreeSet<>(known));
  }

  /** Exporters of that data source, without repetition; empty if it is not exported. */
  public List<String> exportersOf(String dataSource) {
    List<String> own = byDataSource.get(dataSource);
    return own == null ? everywhere : own;
  }

  /** All exporters that are named, in order. Unmodifiable. */
  public Set<String> exporters() {
    Set<String> all = new LinkedHashSet<>(everywhere);
    byDataSource.values().forEach(all::addAll);
    return Collections.unmodifiableSet(all);
  }

  /** Data sources that are named; empty if the selection is for all. Unmodifiable. */
  public Set<String> dataSources() {
    return byDataSource.keySet();
  }

  /** Whether nothing is exported at all. */
  public boolean isNone() {
    return exporters().isEmpty();
  }

  @Override
  public String toString() {
    return "ExporterSelection" + (byDataSource.isEmpty() ? everywhere : byDataSource);
  }
}
