package dev.plumbline.otlp.decode;

import dev.plumbline.wire.InputException;
import dev.plumbline.wire.IntList;
import dev.plumbline.wire.IntTupleTable;
import dev.plumbline.wire.ProtoReader;

/**
 * What all tables of a dictionary have in common: an entry is put together as one tuple and stored,
 * entry 0 is the zero value, references are counted and checked later. Confined to the decoder's
 * thread.
 */
final class EntryTables {
  private final Budget budget;
  private final int base;
  private final IntList tuple = new IntList();
  private final int[] zeroEntries = new int[DictionaryReader.STACKS + 1];

  EntryTables(Budget budget, ReceivedLevel level) {
    this.budget = budget;
    this.base = level == ReceivedLevel.V1_7 ? 1 : 0;
  }

  /** What is added to an index of the wire to have one of the dictionary, strings excepted. */
  int base() {
    return base;
  }

  /** An empty tuple for the next entry. */
  IntList begin() {
    tuple.clear();
    return tuple;
  }

  /** Indexes of another table, which are checked when all tables are known. */
  void references(ProtoReader in, IntList into) throws InputException {
    in.beginVarints();
    while (in.hasMore()) {
      budget.spendReference(in.position());
      into.add(in.rawIndex() + base);
    }
  }

  /**
   * Stores what was put into the tuple; entry 0 is the zero value and is not stored.
   *
   * @param field of the table
   * @param start of the entry, for messages
   */
  void store(int field, IntTupleTable table, int start) throws InputException {
    if (base == 0 && zeroEntries[field] == 0) {
      zeroEntries[field] = 1;
      for (int i = 0; i < tuple.size(); i++) {
        if (tuple.get(i) != 0) {
          throw notZero(field, start);
        }
      }
      return;
    }
    tuple.appendTo(table);
  }

  static InputException notZero(int field, int start) {
    return InputException.malformed(
        start, "entry 0 of dictionary table " + field + " is not the zero value");
  }
}
