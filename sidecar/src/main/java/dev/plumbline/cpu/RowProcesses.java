package dev.plumbline.cpu;

import dev.plumbline.kernel.unwind.EndReason;
import dev.plumbline.probe.ProcessEnricher;
import dev.plumbline.probe.ProcessEnricher.ProcessFields;
import dev.plumbline.probe.ProcessEnricher.Program;
import dev.plumbline.process.ProcessImage;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The processes of a table's rows: what is known of one is looked up once a fetch and not once a
 * row, of which there may be a hundred times as many. Confined to the run's thread, for one fetch.
 */
final class RowProcesses {
  private final CpuSampleTable table;
  private final ThreadNames threadNames;
  private final ProcessEnricher enricher;
  private final List<RowProcess> all = new ArrayList<>();
  private @Nullable RowProcess[] slots = new RowProcess[64];

  RowProcesses(CpuSampleTable table, ThreadNames threadNames, ProcessEnricher enricher) {
    this.table = table;
    this.threadNames = threadNames;
    this.enricher = enricher;
  }

  /** What rows of one process share, and how their stacks ended. */
  static final class RowProcess {
    final int firstRow;
    final ProcessFields fields;
    final String name;
    final Map<EndReason, Long> ends = new EnumMap<>(EndReason.class);

    RowProcess(int firstRow, ProcessFields fields, String name) {
      this.firstRow = firstRow;
      this.fields = fields;
      this.name = name;
    }
  }

  /** In the order of their first rows. */
  List<RowProcess> all() {
    return all;
  }

  RowProcess of(int row) {
    int slot = slot(row, slots.length);
    for (RowProcess known = slots[slot]; known != null; known = slots[slot]) {
      if (isSame(known.firstRow, row)) {
        return known;
      }
      slot = (slot + 1) & (slots.length - 1);
    }
    RowProcess added =
        new RowProcess(
            row,
            enricher.of(table.tgid(row), table.startNanos(row), table.cgroupId(row), program(row)),
            name(row));
    all.add(added);
    slots[slot] = added;
    if (2 * all.size() > slots.length) {
      grow();
    }
    return added;
  }

  private int slot(int row, int length) {
    return ((table.tgid(row) * 0x9E3779B9) >>> 16) & (length - 1);
  }

  private void grow() {
    @Nullable RowProcess[] larger = new RowProcess[2 * slots.length];
    for (RowProcess process : all) {
      int slot = slot(process.firstRow, larger.length);
      while (larger[slot] != null) {
        slot = (slot + 1) & (larger.length - 1);
      }
      larger[slot] = process;
    }
    slots = larger;
  }

  @SuppressWarnings("ReferenceEquality") // a new image may be of another program
  private boolean isSame(int a, int b) {
    return table.tgid(a) == table.tgid(b)
        && table.process(a) == table.process(b)
        && table.startNanos(a) == table.startNanos(b)
        && table.cgroupId(a) == table.cgroupId(b)
        && (executable(a) != null
            || (table.commLow(a) == table.commLow(b) && table.commHigh(a) == table.commHigh(b)));
  }

  private @Nullable String executable(int row) {
    ProcessImage image = table.process(row);
    return image == null ? null : image.executable();
  }

  /** Name of a row's thread. */
  String comm(int row) {
    return threadNames.of(table.commLow(row), table.commHigh(row));
  }

  private Program program(int row) {
    ProcessImage image = table.process(row);
    String executable = executable(row);
    return new Program(
        image == null ? 0 : image.sinceNanos(),
        executable == null ? "" : executable,
        image == null ? comm(row) : image.name());
  }

  /** What a process that is already gone is called. */
  private String name(int row) {
    String executable = executable(row);
    return executable == null ? comm(row) : executable.substring(executable.lastIndexOf('/') + 1);
  }
}
