package dev.plumbline.output;

import dev.plumbline.gadget.DataSource;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;
import dev.plumbline.sampling.SampleAggregator;
import dev.plumbline.sampling.SampleMapping;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes the sinks that a user's flags ask for. Immutable. */
public final class RecordOutputs {
  /**
   * Of the heap, for the samples of a whole run: they are encoded while they are held, beside all
   * else that a run holds.
   */
  private static final int SHARE_OF_HEAP = 6;

  private final OutputChoice outputs;
  private final FieldChoice fields;
  private final OutputStream standardOutput;
  private final boolean isTerminal;

  /**
   * @param isTerminal binary modes are refused there
   */
  public RecordOutputs(
      OutputChoice outputs, FieldChoice fields, OutputStream standardOutput, boolean isTerminal) {
    this.outputs = outputs;
    this.fields = fields;
    this.standardOutput = standardOutput;
    this.isTerminal = isTerminal;
  }

  /**
   * The sink of one data source; null if it is not shown.
   *
   * @param mapping null if the data source is no profile
   * @param remarks lines on the quality of the last records, for tables; may be empty
   * @throws OutputException if the data source cannot be shown like that
   */
  public @Nullable RecordSink sink(
      DataSource dataSource,
      @Nullable SampleMapping mapping,
      Resource resource,
      Scope scope,
      Supplier<String> remarks)
      throws IOException {
    OutputMode mode = outputs.of(dataSource.name()).mode();
    Path file = outputs.of(dataSource.name()).file();
    if (mode == OutputMode.NONE) {
      return null;
    }
    if (mode.isBinary() && file == null && isTerminal) {
      throw new OutputException(
          "output mode "
              + mode.word()
              + " is binary and standard output is a terminal, expected "
              + mode.word()
              + "=FILE or a redirection");
    }
    if (!mode.isProfile()) {
      TextOutput out = TextOutput.open(file, standardOutput);
      return mode == OutputMode.COLUMNS
          ? new ColumnsSink(dataSource, fields, remarks, out)
          : new DocumentSink(mode, dataSource, fields, out);
    }
    if (mapping == null) {
      throw new OutputException(
          "output mode "
              + mode.word()
              + " needs profiles, and data source \""
              + dataSource.name()
              + "\" has no annotations profiles.stack-fields and profiles.value-field");
    }
    return new ProfileSink(
        mode,
        mapping,
        SampleAggregator.builder(resource, scope)
            .maxSamples(Integer.MAX_VALUE)
            .maxBytes(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP)
            .build(),
        TextOutput.open(file, standardOutput));
  }

  /** Whether the data source's records are shown with all their fields. */
  public boolean showsRecords(String dataSource) {
    OutputMode mode = outputs.of(dataSource).mode();
    return mode != OutputMode.NONE && !mode.isProfile();
  }
}
