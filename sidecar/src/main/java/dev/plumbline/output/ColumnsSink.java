package dev.plumbline.output;

import static java.util.stream.Collectors.toList;

import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.RecordBatch;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/**
 * Records as a table: titles once, one line a record, and under each fetch a line on its quality.
 * Confined to the run's thread.
 */
final class ColumnsSink implements RecordSink {
  private final List<Column> columns;
  private final Supplier<String> remarks;
  private final TextOutput out;
  private boolean hasTitles;

  /**
   * @param remarks lines, asked for after each fetch; may be empty
   */
  ColumnsSink(DataSource dataSource, FieldChoice fields, Supplier<String> remarks, TextOutput out) {
    this.columns =
        fields.columns(dataSource).stream()
            .map(index -> Column.of(index, dataSource.field(index)))
            .collect(toList());
    this.remarks = remarks;
    this.out = out;
  }

  @Override
  public void accept(RecordBatch batch) throws IOException {
    StringBuilder text = new StringBuilder(1024);
    if (!hasTitles) {
      columns.forEach(column -> column.append(column.title(), separated(text)));
      endLine(text);
      hasTitles = true;
    }
    for (int record = 0; record < batch.size(); record++) {
      for (Column column : columns) {
        column.append(FieldText.of(batch, record, column.field()), separated(text));
      }
      endLine(text);
      out.writeIfMuch(text);
    }
    remarks.get().lines().forEach(line -> text.append("# ").append(line).append('\n'));
    out.write(text);
  }

  private static StringBuilder separated(StringBuilder text) {
    boolean isLineStart = text.length() == 0 || text.charAt(text.length() - 1) == '\n';
    return isLineStart ? text : text.append(' ');
  }

  private static void endLine(StringBuilder text) {
    while (text.length() > 0 && text.charAt(text.length() - 1) == ' ') {
      text.setLength(text.length() - 1);
    }
    text.append('\n');
  }

  @Override
  public void finish(long startUnixNanos, long endUnixNanos) throws IOException {
    out.close();
  }
}
