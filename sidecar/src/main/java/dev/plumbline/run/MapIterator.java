package dev.plumbline.run;

import dev.plumbline.gadget.Annotations;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.Field;
import dev.plumbline.kernel.BpfMap;
import dev.plumbline.kernel.MapBatch;
import dev.plumbline.kernel.MapDefinition;
import dev.plumbline.kernel.SystemCallException;
import dev.plumbline.run.RecordLayout.Slot;
import java.util.ArrayList;
import java.util.List;

/**
 * One data source over one map: takes all entries out at each fetch, so that values are amounts
 * since the last one. Confined to the run's thread.
 */
final class MapIterator {
  /** Entries a system call. */
  private static final int BATCH = 256;

  private final DataSource dataSource;
  private final String map;
  private final RecordLayout layout;
  private final int keyBytes;
  private final int valueBytes;
  private final int[] enriched;

  /**
   * @param dataSource one of {@link #dataSource}, with annotations over it
   */
  MapIterator(
      DataSource dataSource, MapDefinition map, RecordLayout layout, ProcessEnricher enricher) {
    this.dataSource = dataSource;
    this.map = map.name();
    this.layout = layout;
    this.keyBytes = map.keySize();
    this.valueBytes = map.valueSize();
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

  String map() {
    return map;
  }

  ObjectRecords fetch(
      MapBatch batch,
      StackMaps stacks,
      ProcessEnricher enricher,
      long startUnixNanos,
      long endUnixNanos)
      throws SystemCallException {
    List<Slot> slots = layout.slots();
    ObjectRecords records =
        new ObjectRecords(
            dataSource, slots, enriched, keyBytes + valueBytes, startUnixNanos, endUnixNanos);
    batch.drain(
        (keys, keyAt, values, valueAt) -> records.add(keys, keyAt, keyBytes, values, valueAt));
    records.complete();
    for (int record = 0; record < records.size(); record++) {
      int pid = layout.pidOffset() < 0 ? 0 : records.int32(record, layout.pidOffset());
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
      if (layout.pidOffset() >= 0) {
        records.setProcess(record, enricher.of(pid, 0, 0, ""));
      }
    }
    return records;
  }

  static MapBatch batch(BpfMap map) {
    return new MapBatch(map, BATCH);
  }
}
