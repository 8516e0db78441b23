package dev.plumbline.record;

import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.probe.RunException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which records of a data source are wanted; all its conditions must hold. What it leaves out is
 * neither shown nor exported. Immutable.
 */
public final class RecordFilter {
  private final List<Condition> conditions;

  private RecordFilter(List<Condition> conditions) {
    this.conditions = List.copyOf(conditions);
  }

  public static RecordFilter of(List<Condition> conditions) {
    return new RecordFilter(conditions);
  }

  /**
   * The value of {@code --filter}: conditions separated by commas, a backslash before a comma of a
   * value; a condition that begins with the name of a data source and a colon is for that one only.
   *
   * @throws RunException if a condition cannot be read
   */
  public static List<Condition> parse(
      String text, DataSource dataSource, List<String> dataSources) {
    List<Condition> conditions = new ArrayList<>();
    for (String part : parts(text)) {
      int colon = part.indexOf(':');
      String subject = colon < 0 ? "" : part.substring(0, colon).strip();
      boolean isQualified = dataSources.stream().anyMatch(subject::equalsIgnoreCase);
      if (!isQualified) {
        conditions.add(ConditionText.parse(part, dataSource));
      } else if (subject.equalsIgnoreCase(dataSource.name())) {
        conditions.add(ConditionText.parse(part.substring(colon + 1), dataSource));
      }
    }
    return conditions;
  }

  private static List<String> parts(String text) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\'
          && i + 1 < text.length()
          && (text.charAt(i + 1) == ',' || text.charAt(i + 1) == '\\')) {
        part.append(text.charAt(++i));
      } else if (c == ',') {
        parts.add(part.toString());
        part.setLength(0);
      } else {
        part.append(c);
      }
    }
    parts.add(part.toString());
    parts.removeIf(String::isBlank);
    return parts;
  }

  /** The wanted records, in their order. */
  public RecordBatch apply(RecordBatch batch) {
    if (conditions.isEmpty()) {
      return batch;
    }
    int[] wanted = new int[batch.size()];
    int count = 0;
    for (int record = 0; record < batch.size(); record++) {
      if (isWanted(batch, record)) {
        wanted[count++] = record;
      }
    }
    return count == batch.size() ? batch : new SelectedRecords(batch, Arrays.copyOf(wanted, count));
  }

  private boolean isWanted(RecordBatch batch, int record) {
    for (Condition condition : conditions) {
      if (!condition.holds(batch, record)) {
        return false;
      }
    }
    return true;
  }
}
