package dev.plumbline.output;

import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.Field;
import java.util.stream.Collectors;

/** What is said of a field that a user names and a data source lacks. Stateless. */
public final class UnknownField {
  private UnknownField() {}

  /** Headings of tables are short: the full names are told, so that nobody has to guess. */
  public static String message(String name, DataSource dataSource) {
    return "field \""
        + name
        + "\" not found in datasource \""
        + dataSource.name()
        + "\", expected one of "
        + dataSource.fields().stream().map(Field::fullName).collect(Collectors.joining(", "));
  }
}
