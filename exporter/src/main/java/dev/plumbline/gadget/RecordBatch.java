package dev.plumbline.gadget;

import dev.plumbline.profile.StackTrace;

/**
 * Decoded records of one data source over one interval (hop 2). Accessors take the record's and the
 * field's index and are typed: the caller has checked the field's kind once, not per record.
 * Nothing here holds kernel or network memory. Read by one thread.
 */
public interface RecordBatch {
  DataSource dataSource();

  /** Number of records. */
  int size();

  /** Start of the interval in which the records arose, nanoseconds since the epoch. */
  long startUnixNanos();

  /** End of the interval, nanoseconds since the epoch, after the start. */
  long endUnixNanos();

  /**
   * Whether the record has a value in that field. Where it has none, an attribute is left out
   * rather than given as 0.
   */
  default boolean has(int record, int field) {
    return true;
  }

  /** Value of an integer field; unsigned 64-bit values come as their bits. */
  long integer(int record, int field);

  /** Value of a floating-point field. */
  double floatingPoint(int record, int field);

  /** Value of a boolean field. */
  boolean bool(int record, int field);

  /** Value of a text field, never null, empty if it has none. */
  String text(int record, int field);

  /** Value of a stack field, {@link StackTrace#EMPTY} if the record has none. */
  StackTrace stackTrace(int record, int field);
}
