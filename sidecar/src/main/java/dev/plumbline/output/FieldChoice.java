package dev.plumbline.output;

import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.Field;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The value of {@code --fields}: {@code FIELD,…} shows those, {@code +FIELD} and {@code -FIELD} add
 * to and take from what is shown by default; {@code DATASOURCE:…;DATASOURCE:…} where there are
 * several data sources. Immutable.
 */
public final class FieldChoice {
  /** Whatever is shown by default. */
  public static final FieldChoice DEFAULT = new FieldChoice("");

  private final String text;

  private FieldChoice(String text) {
    this.text = text;
  }

  public static FieldChoice of(String text) {
    return new FieldChoice(text.strip());
  }

  /** The data sources that are named, as the user wrote them. */
  public List<String> dataSources() {
    return PerDataSource.names(text, ';');
  }

  /**
   * Indexes of the fields that columns show.
   *
   * @throws OutputException if the data source lacks a field that is named
   */
  List<Integer> columns(DataSource dataSource) {
    List<Integer> shown = new ArrayList<>();
    for (int i = 0; i < dataSource.fields().size(); i++) {
      if (!isHidden(dataSource.field(i))) {
        shown.add(i);
      }
    }
    return choose(dataSource, shown);
  }

  /** Indexes of the fields that JSON and YAML show. */
  List<Integer> documents(DataSource dataSource) {
    List<Integer> shown = new ArrayList<>();
    for (int i = 0; i < dataSource.fields().size(); i++) {
      if (!dataSource.field(i).annotations().getOrDefault("json.skip", "").equals("true")) {
        shown.add(i);
      }
    }
    return choose(dataSource, shown);
  }

  private static boolean isHidden(Field field) {
    return field.annotations().getOrDefault("columns.hidden", "").equals("true");
  }

  private List<Integer> choose(DataSource dataSource, List<Integer> byDefault) {
    String names = PerDataSource.find(text, ';', dataSource.name());
    if (names.isBlank()) {
      return byDefault;
    }
    boolean isRelative = names.strip().startsWith("+") || names.strip().startsWith("-");
    Set<Integer> chosen = new LinkedHashSet<>(isRelative ? byDefault : List.of());
    for (String part : names.split(",", -1)) {
      String name = part.strip();
      if (name.startsWith("-")) {
        chosen.remove(index(dataSource, name.substring(1)));
      } else if (!name.isEmpty()) {
        chosen.add(index(dataSource, name.startsWith("+") ? name.substring(1) : name));
      }
    }
    return List.copyOf(chosen);
  }

  private static int index(DataSource dataSource, String name) {
    int index = dataSource.indexOf(name);
    if (index < 0) {
      throw new OutputException(UnknownField.message(name, dataSource));
    }
    return index;
  }
}
