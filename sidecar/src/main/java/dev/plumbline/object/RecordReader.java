package dev.plumbline.object;

import dev.plumbline.gadget.Annotations;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.Field;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.kernel.SystemCallException;
import dev.plumbline.object.RecordLayout.Slot;
import dev.plumbline.probe.ProcessEnricher;
import dev.plumbline.probe.ProcessEnricher.ProcessFields;
import dev.plumbline.record.SelectedRecords;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Makes records of the bytes of one data source: fields by their layout, then stacks and processes
 * looked up. Immutable, but for the looked-up things; confined to the run's thread.
 */
final class RecordReader {
  private final DataSource dataSource;
  private final RecordLayout layout;
  private final int recordBytes;
  private final ProcessEnricher enricher;
  private final int[] enriched;

  /**
   * @param dataSource one of {@link #dataSource}, with annotations over it
   */
  RecordReader(
      DataSource dataSource, RecordLayout layout, int recordBytes, ProcessEnricher enricher) {
    this.dataSource = dataSource;
    this.layout = layout;
    this.recordBytes = recordBytes;
    this.enricher = enricher;
    List<String> names = enricher.fields().stream().map(Field::fullName).toList();
    this.enriched =
        dataSource.fields().stream()
            .skip(layout.slots().size())
            .mapToInt(field -> names.indexOf(field.fullName()))
            .toArray();
  }

  /** The data source before any annotation: the layout's fields, then those of processes. */
  static DataSource dataSource(String name, RecordLayout layout, ProcessEnricher enricher) {
    List<Field> fields = new ArrayList<>();
    layout.slots().forEach(slot -> fields.add(slot.field()));
    if (layout.pidOffset() >= 0) {
      enricher.fields().stream()
          .filter(field -> fields.stream().noneMatch(own -> isNamed(own, field.fullName())))
          .forEach(fields::add);
    }
    return DataSource.of(name, DataSource.Arrival.ARRAY, Annotations.EMPTY, fields);
  }

  private static boolean isNamed(Field field, String name) {
    return field.fullName().equalsIgnoreCase(name);
  }

  DataSource dataSource() {
    return dataSource;
  }

  int recordBytes() {
    return recordBytes;
  }

  /** Room for the records of an interval, to be filled and then completed. */
  ObjectRecords start(long startUnixNanos, long endUnixNanos) {
    return new ObjectRecords(
        dataSource, layout.slots(), enriched, recordBytes, startUnixNanos, endUnixNanos);
  }

  /** Looks up stacks and processes, and leaves out what is not selected. */
  RecordBatch complete(ObjectRecords records, StackMaps stacks) throws SystemCallException {
    List<Slot> slots = layout.slots();
    records.complete();
    int[] selected = new int[records.size()];
    int count = 0;
    for (int record = 0; record < records.size(); record++) {
      int pid = layout.pidOffset() < 0 ? 0 : records.int32(record, layout.pidOffset());
      if (layout.pidOffset() >= 0) {
        ProcessFields process = enricher.of(pid, 0, 0, stacks.program(pid));
        records.setProcess(record, process);
        if (!process.isSelected()) {
          continue;
        }
      }
      selected[count++] = record;
      for (int slot = 0; slot < slots.size(); slot++) {
        int offset = slots.get(slot).offset();
        switch (slots.get(slot).source()) {
          case KERNEL_STACK_ID ->
              records.setStackTrace(record, slot, stacks.kernel(records.int32(record, offset)));
          case USER_STACK_ID ->
              records.setStackTrace(record, slot, stacks.user(pid, records.int32(record, offset)));
          case BYTES -> {}
        }
      }
    }
    return count == records.size()
        ? records
        : new SelectedRecords(records, Arrays.copyOf(selected, count));
  }
}
