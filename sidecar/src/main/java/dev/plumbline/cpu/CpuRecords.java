package dev.plumbline.cpu;

import dev.plumbline.cpu.RowProcesses.RowProcess;
import dev.plumbline.gadget.Annotations;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.Field;
import dev.plumbline.gadget.FieldKind;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.probe.ProcessEnricher;
import dev.plumbline.probe.ProcessEnricher.ProcessFields;
import dev.plumbline.profile.StackTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Rows of a {@link CpuSampleTable} as records of the data source {@code samples}, whose names are
 * ig's (§3.1 of its study). Stacks and processes were looked up before. Read by one thread, until
 * the table is cleared.
 */
final class CpuRecords implements RecordBatch {
  static final String TID = "proc.tid";

  /** The fields that come from the sample itself; those of the enricher follow. */
  private static final List<Field> OWN =
      List.of(
          Field.of("kernel_ip", FieldKind.UINT64),
          Field.of("kern_stack", FieldKind.STACK),
          Field.of("user_stack_raw.symbols", FieldKind.STACK),
          Field.of("user_stack_raw.end_reason", FieldKind.STRING),
          Field.of("samples", FieldKind.UINT64),
          Field.of("proc.comm", FieldKind.STRING),
          Field.of("proc.pid", FieldKind.UINT32),
          Field.of(TID, FieldKind.UINT32));

  private static final int KERNEL_IP = 0;
  private static final int KERNEL_STACK = 1;
  private static final int USER_STACK = 2;
  private static final int END_REASON = 3;
  private static final int SAMPLES = 4;
  private static final int COMM = 5;
  private static final int PID = 6;

  private final DataSource dataSource;
  private final CpuSampleTable table;
  private final StackTrace[] kernelStacks;
  private final StackTrace[] userStacks;
  private final String[] comms;
  private final ProcessFields[] processes;
  private final long startUnixNanos;
  private final long endUnixNanos;

  private CpuRecords(
      DataSource dataSource, CpuSampleTable table, long startUnixNanos, long endUnixNanos) {
    this.dataSource = dataSource;
    this.table = table;
    this.kernelStacks = new StackTrace[table.rows()];
    this.userStacks = new StackTrace[table.rows()];
    this.comms = new String[table.rows()];
    this.processes = new ProcessFields[table.rows()];
    this.startUnixNanos = startUnixNanos;
    this.endUnixNanos = endUnixNanos;
  }

  /** The data source before any annotation. */
  static DataSource dataSource(ProcessEnricher enricher) {
    List<Field> fields = new ArrayList<>(OWN);
    fields.addAll(enricher.fields());
    return DataSource.of(
        ProfileCpu.DATA_SOURCE, DataSource.Arrival.ARRAY, Annotations.EMPTY, fields);
  }

  /**
   * Looks everything up. Rows of processes that are not selected have empty stacks; {@link
   * #selected} leaves them out.
   */
  static CpuRecords of(
      DataSource dataSource,
      CpuSampleTable table,
      CpuStacks stacks,
      RowProcesses processes,
      long startUnixNanos,
      long endUnixNanos) {
    CpuRecords records = new CpuRecords(dataSource, table, startUnixNanos, endUnixNanos);
    stacks.startFetch();
    for (int row = 0; row < table.rows(); row++) {
      RowProcess process = processes.of(row);
      boolean isSelected = process.fields.isSelected();
      records.kernelStacks[row] = isSelected ? stacks.kernel(table, row) : StackTrace.EMPTY;
      records.userStacks[row] = isSelected ? stacks.user(table, row) : StackTrace.EMPTY;
      records.comms[row] = processes.comm(row);
      records.processes[row] = process.fields;
      process.ends.merge(table.endReason(row), table.count(row), Long::sum);
    }
    return records;
  }

  /** The rows of processes that the user wants to see. */
  int[] selected() {
    return IntStream.range(0, size()).filter(row -> processes[row].isSelected()).toArray();
  }

  @Override
  public DataSource dataSource() {
    return dataSource;
  }

  @Override
  public int size() {
    return kernelStacks.length;
  }

  @Override
  public long startUnixNanos() {
    return startUnixNanos;
  }

  @Override
  public long endUnixNanos() {
    return endUnixNanos;
  }

  @Override
  public long integer(int record, int field) {
    if (field >= OWN.size()) {
      return processes[record].integer(field - OWN.size());
    }
    return switch (field) {
      case KERNEL_IP -> table.kernelWords(record) == 0 ? 0 : table.kernelWord(record, 0);
      case SAMPLES -> table.count(record);
      case PID -> table.tgid(record);
      default -> table.tid(record);
    };
  }

  @Override
  public double floatingPoint(int record, int field) {
    throw new IllegalArgumentException(dataSource.field(field) + " is no floating-point number");
  }

  @Override
  public boolean bool(int record, int field) {
    return processes[record].bool(field - OWN.size());
  }

  @Override
  public String text(int record, int field) {
    if (field >= OWN.size()) {
      return processes[record].text(field - OWN.size());
    }
    return switch (field) {
      case COMM -> comms[record];
      case END_REASON -> StackEnds.word(table.endReason(record));
      default -> throw new IllegalArgumentException(dataSource.field(field) + " is no text");
    };
  }

  @Override
  public StackTrace stackTrace(int record, int field) {
    return switch (field) {
      case KERNEL_STACK -> kernelStacks[record];
      case USER_STACK -> userStacks[record];
      default -> throw new IllegalArgumentException(dataSource.field(field) + " is no stack");
    };
  }
}
