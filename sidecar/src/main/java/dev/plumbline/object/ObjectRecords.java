package dev.plumbline.object;

import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.object.RecordLayout.Slot;
import dev.plumbline.probe.ProcessEnricher.ProcessFields;
import dev.plumbline.profile.StackTrace;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Entries of a gadget's map, copied out of it, as records. Filled entry by entry, then read by one
 * thread.
 */
final class ObjectRecords implements RecordBatch {
  private final DataSource dataSource;
  private final List<Slot> slots;
  private final int[] enriched;
  private final int recordBytes;
  private final long startUnixNanos;
  private final long endUnixNanos;
  private ByteBuffer bytes;
  private StackTrace[][] stackTraces = new StackTrace[0][];
  private ProcessFields[] processes = new ProcessFields[0];
  private int size;

  /**
   * @param dataSource fields of the slots first, in their order, then some of the enricher's
   * @param enriched of each field behind the slots its index at the enricher
   */
  ObjectRecords(
      DataSource dataSource,
      List<Slot> slots,
      int[] enriched,
      int recordBytes,
      long startUnixNanos,
      long endUnixNanos) {
    this.dataSource = dataSource;
    this.slots = slots;
    this.enriched = enriched;
    this.recordBytes = recordBytes;
    this.startUnixNanos = startUnixNanos;
    this.endUnixNanos = endUnixNanos;
    this.bytes = ByteBuffer.allocate(64 * recordBytes).order(ByteOrder.nativeOrder());
  }

  void add(ByteBuffer keys, int keyAt, int keyBytes, ByteBuffer values, int valueAt) {
    int at = size * recordBytes;
    if (at + recordBytes > bytes.capacity()) {
      bytes =
          ByteBuffer.wrap(Arrays.copyOf(bytes.array(), bytes.capacity() * 2))
              .order(ByteOrder.nativeOrder());
    }
    bytes.put(at, keys, keyAt, keyBytes);
    bytes.put(at + keyBytes, values, valueAt, recordBytes - keyBytes);
    size++;
  }

  /** Room for what is looked up once all records are there. */
  void complete() {
    stackTraces = new StackTrace[size][slots.size()];
    processes = new ProcessFields[size];
  }

  void setStackTrace(int record, int slot, StackTrace stackTrace) {
    stackTraces[record][slot] = stackTrace;
  }

  void setProcess(int record, ProcessFields process) {
    processes[record] = process;
  }

  /** Four bytes of a record. */
  int int32(int record, int offset) {
    return bytes.getInt(record * recordBytes + offset);
  }

  @Override
  public DataSource dataSource() {
    return dataSource;
  }

  @Override
  public int size() {
    return size;
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
    if (field >= slots.size()) {
      return processes[record].integer(enriched[field - slots.size()]);
    }
    int at = record * recordBytes + slots.get(field).offset();
    return switch (dataSource.field(field).kind()) {
      case INT8 -> bytes.get(at);
      case UINT8 -> bytes.get(at) & 0xff;
      case INT16 -> bytes.getShort(at);
      case UINT16 -> bytes.getShort(at) & 0xffff;
      case INT32 -> bytes.getInt(at);
      case UINT32 -> bytes.getInt(at) & 0xffffffffL;
      case INT64, UINT64 -> bytes.getLong(at);
      default -> throw notOfKind(field, "an integer");
    };
  }

  @Override
  public double floatingPoint(int record, int field) {
    int at = record * recordBytes + slots.get(field).offset();
    return switch (dataSource.field(field).kind()) {
      case FLOAT32 -> bytes.getFloat(at);
      case FLOAT64 -> bytes.getDouble(at);
      default -> throw notOfKind(field, "a floating-point number");
    };
  }

  @Override
  public boolean bool(int record, int field) {
    return field >= slots.size()
        ? processes[record].bool(enriched[field - slots.size()])
        : bytes.get(record * recordBytes + slots.get(field).offset()) == 1;
  }

  @Override
  public String text(int record, int field) {
    if (field >= slots.size()) {
      return processes[record].text(enriched[field - slots.size()]);
    }
    Slot slot = slots.get(field);
    int at = record * recordBytes + slot.offset();
    int length = 0;
    while (length < slot.size() && bytes.get(at + length) != 0) {
      length++;
    }
    return new String(bytes.array(), at, length, StandardCharsets.UTF_8);
  }

  @Override
  public StackTrace stackTrace(int record, int field) {
    StackTrace stackTrace = stackTraces[record][field];
    if (stackTrace == null) {
      throw notOfKind(field, "a stack");
    }
    return stackTrace;
  }

  private IllegalArgumentException notOfKind(int field, String expected) {
    return new IllegalArgumentException(dataSource.field(field) + " is not " + expected);
  }
}
