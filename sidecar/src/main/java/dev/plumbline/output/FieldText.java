package dev.plumbline.output;

import dev.plumbline.gadget.FieldKind;
import dev.plumbline.gadget.RecordBatch;

/** The value of a field as people read it. Stateless. */
public final class FieldText {
  private FieldText() {}

  /** Never null; empty for kinds that have no text. */
  public static String of(RecordBatch batch, int record, int field) {
    FieldKind kind = batch.dataSource().field(field).kind();
    if (kind.isInteger()) {
      long value = batch.integer(record, field);
      return kind == FieldKind.UINT64 ? Long.toUnsignedString(value) : Long.toString(value);
    }
    if (kind.isFloatingPoint()) {
      return Double.toString(batch.floatingPoint(record, field));
    }
    if (kind.isText()) {
      return batch.text(record, field);
    }
    return switch (kind) {
      case BOOL -> Boolean.toString(batch.bool(record, field));
      case STACK -> StackFormat.text(batch.stackTrace(record, field));
      default -> "";
    };
  }
}
