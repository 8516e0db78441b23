package dev.plumbline.otlp.decode;

import dev.plumbline.wire.InputException;
import dev.plumbline.wire.IntList;
import dev.plumbline.wire.IntTupleTable;
import dev.plumbline.wire.ProtoReader;
import org.jspecify.annotations.Nullable;

/**
 * The stacks of a request, the largest of its tables. They are checked where they lie, and become
 * tuples of locations when the first one is asked for: a request that is passed on needs none.
 * Written by the decoder's thread alone; safe to share from then on.
 */
final class StackTable {
  private static final int LOCATIONS = 1;
  private static final int LIKELY_BYTES_OF_A_LOCATION = 2;

  private final byte[] bytes;

  /** Where each {@code Stack} begins and ends. */
  private final IntList bounds = new IntList();

  private volatile @Nullable IntTupleTable tuples;

  StackTable(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Adds the stack between these bytes, which has been read once and is well formed. */
  void add(int start, int end) {
    bounds.add(start);
    bounds.add(end);
  }

  /** Index of a stack that has no message of its own, as at level 1.7. */
  int intern(IntList locations) {
    return locations.internIn(tuples());
  }

  int count() {
    IntTupleTable known = tuples;
    return known == null ? bounds.size() / 2 : known.count();
  }

  int depth(int stack) {
    return tuples().length(stack);
  }

  int location(int stack, int position) {
    return tuples().get(stack, position);
  }

  private IntTupleTable tuples() {
    IntTupleTable known = tuples;
    if (known == null) {
      known = read();
      tuples = known;
    }
    return known;
  }

  private IntTupleTable read() {
    int length = bounds.size() == 0 ? 0 : bounds.get(bounds.size() - 1) - bounds.get(0);
    IntTupleTable read = new IntTupleTable(64 + length / LIKELY_BYTES_OF_A_LOCATION);
    IntList locations = new IntList();
    for (int i = 0; i < bounds.size(); i += 2) {
      locations.clear();
      try {
        readStack(ProtoReader.of(bytes, bounds.get(i), bounds.get(i + 1), "Stack"), locations);
      } catch (InputException e) {
        throw new IllegalStateException("the bytes of a request changed", e);
      }
      locations.appendTo(read);
    }
    return read;
  }

  private static void readStack(ProtoReader in, IntList locations) throws InputException {
    while (in.next()) {
      if (in.field() == LOCATIONS) {
        in.beginVarints();
        while (in.hasMore()) {
          locations.add(in.rawIndex());
        }
      } else {
        in.skip();
      }
    }
  }
}
