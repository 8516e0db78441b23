package dev.plumbline.output;

import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.RecordBatch;
import java.io.IOException;

/** Records as JSON or YAML, one array or document a fetch. Confined to the run's thread. */
final class DocumentSink implements RecordSink {
  private final OutputMode mode;
  private final JsonRecords records;
  private final TextOutput out;
  private boolean isFirst = true;

  DocumentSink(OutputMode mode, DataSource dataSource, FieldChoice fields, TextOutput out) {
    this.mode = mode;
    this.records = new JsonRecords(dataSource, fields.documents(dataSource));
    this.out = out;
  }

  @Override
  public void accept(RecordBatch batch) throws IOException {
    switch (mode) {
      case JSON -> records.writeJson(batch, out);
      case JSONPRETTY -> records.writeIndentedJson(batch, out);
      default -> records.writeYaml(isFirst ? "" : "---\n", batch, out);
    }
    isFirst = false;
  }

  @Override
  public void finish(long startUnixNanos, long endUnixNanos) throws IOException {
    out.close();
  }
}
