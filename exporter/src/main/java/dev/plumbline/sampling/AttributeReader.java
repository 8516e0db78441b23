package dev.plumbline.sampling;

import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads attribute fields of records into one value per distinct combination, and hands out the same
 * instance again, so that a record whose combination was seen costs no allocation. Empty text and
 * what a record does not have are left out; an unsigned 64-bit integer keeps its bits, as in ig,
 * since it names more often than it counts. Confined to the aggregator's thread.
 */
final class AttributeReader<T> {
  /** Combinations that are remembered; on one more, all are forgotten. */
  static final int MAX_CACHED = 8192;

  private static final int INITIAL_CAPACITY = 64;

  /** In place of the text that a number has not. */
  private static final String ABSENT = "absent";

  private final AttributeField[] fields;
  private final Function<Attributes, T> function;
  private final String[] texts;
  private final long[] bits;
  private @Nullable Entry<T>[] table = newTable(INITIAL_CAPACITY);
  private int size;

  /**
   * @param function makes the value to hand out of the attributes
   */
  AttributeReader(List<AttributeField> fields, Function<Attributes, T> function) {
    this.fields = fields.toArray(new AttributeField[0]);
    this.function = function;
    this.texts = new String[fields.size()];
    this.bits = new long[fields.size()];
    Arrays.fill(texts, "");
  }

  private static final class Entry<T> {
    final int hash;
    final String[] texts;
    final long[] bits;
    final T value;

    Entry(int hash, String[] texts, long[] bits, T value) {
      this.hash = hash;
      this.texts = texts;
      this.bits = bits;
      this.value = value;
    }
  }

  T read(RecordBatch batch, int record) {
    int hash = 0;
    for (int i = 0; i < fields.length; i++) {
      AttributeField field = fields[i];
      if (field.kind().isText()) {
        texts[i] = batch.text(record, field.index());
        hash = 31 * hash + texts[i].hashCode();
      } else {
        boolean isThere = batch.has(record, field.index());
        texts[i] = isThere ? "" : ABSENT;
        bits[i] = isThere ? number(batch, record, field) : 0;
        hash = 31 * hash + Long.hashCode(bits[i]);
      }
    }
    int mask = table.length - 1;
    int slot = mix(hash) & mask;
    for (Entry<T> entry = table[slot]; entry != null; entry = table[slot]) {
      if (entry.hash == hash
          && Arrays.equals(entry.bits, bits)
          && Arrays.equals(entry.texts, texts)) {
        return entry.value;
      }
      slot = (slot + 1) & mask;
    }
    return remember(hash);
  }

  private static long number(RecordBatch batch, int record, AttributeField field) {
    if (field.kind().isInteger()) {
      return batch.integer(record, field.index());
    }
    if (field.kind().isFloatingPoint()) {
      return Double.doubleToLongBits(batch.floatingPoint(record, field.index()));
    }
    return batch.bool(record, field.index()) ? 1 : 0;
  }

  private T remember(int hash) {
    if (size == MAX_CACHED) {
      table = newTable(INITIAL_CAPACITY);
      size = 0;
    } else if (2 * size >= table.length) {
      grow();
    }
    T value = function.apply(attributes());
    insert(table, new Entry<>(hash, texts.clone(), bits.clone(), value));
    size++;
    return value;
  }

  private Attributes attributes() {
    List<Attribute> attributes = new ArrayList<>(fields.length);
    for (int i = 0; i < fields.length; i++) {
      AttributeField field = fields[i];
      if (texts[i].equals(ABSENT) && !field.kind().isText()) {
        continue;
      }
      if (field.kind().isText()) {
        if (!texts[i].isEmpty()) {
          attributes.add(Attribute.of(field.key(), texts[i]));
        }
      } else if (field.kind().isInteger()) {
        attributes.add(Attribute.of(field.key(), bits[i]));
      } else if (field.kind().isFloatingPoint()) {
        attributes.add(Attribute.of(field.key(), Double.longBitsToDouble(bits[i])));
      } else {
        attributes.add(Attribute.of(field.key(), bits[i] != 0));
      }
    }
    return Attributes.of(attributes);
  }

  private void grow() {
    @Nullable Entry<T>[] larger = newTable(2 * table.length);
    for (Entry<T> entry : table) {
      if (entry != null) {
        insert(larger, entry);
      }
    }
    table = larger;
  }

  private static <T> void insert(@Nullable Entry<T>[] table, Entry<T> entry) {
    int mask = table.length - 1;
    int slot = mix(entry.hash) & mask;
    while (table[slot] != null) {
      slot = (slot + 1) & mask;
    }
    table[slot] = entry;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static <T> @Nullable Entry<T>[] newTable(int capacity) {
    return (Entry<T>[]) new Entry[capacity];
  }

  private static int mix(int hash) {
    return (hash * 0x9E3779B9) >>> 8;
  }
}
