package dev.plumbline.output;

import java.util.ArrayList;
import java.util.List;

/**
 * Texts that say something for every data source, or {@code DATASOURCE:TEXT} for each (§1.5 of the
 * study of Inspektor Gadget). Stateless.
 */
public final class PerDataSource {
  private PerDataSource() {}

  /**
   * The part for that data source; a text without names is for all; empty if only others are named.
   */
  public static String find(String text, char separator, String dataSource) {
    String everywhere = "";
    for (String part : text.split(String.valueOf(separator), -1)) {
      int colon = part.indexOf(':');
      if (colon < 0) {
        everywhere = everywhere.isEmpty() ? part : everywhere + separator + part;
      } else if (part.substring(0, colon).strip().equalsIgnoreCase(dataSource)) {
        return part.substring(colon + 1);
      }
    }
    return everywhere;
  }

  /** The data sources that are named, as the user wrote them. */
  public static List<String> names(String text, char separator) {
    List<String> names = new ArrayList<>();
    for (String part : text.split(String.valueOf(separator), -1)) {
      int colon = part.indexOf(':');
      if (colon >= 0) {
        names.add(part.substring(0, colon).strip());
      }
    }
    return names;
  }
}
