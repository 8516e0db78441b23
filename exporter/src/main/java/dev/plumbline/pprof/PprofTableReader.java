package dev.plumbline.pprof;

import dev.plumbline.wire.InputException;
import dev.plumbline.wire.IntList;
import dev.plumbline.wire.ProtoReader;

/**
 * {@code Mapping}, {@code Location}, {@code Line} and {@code Function} into their tables, with
 * tokens of ids in place of indexes until {@link #finish}. Confined to one read.
 */
final class PprofTableReader {
  final IdIndex locationIds = new IdIndex("location");
  private final IdIndex mappingIds = new IdIndex("mapping");
  private final IdIndex functionIds = new IdIndex("function");
  private final ProtoReader in;
  private final PprofTableSet tables;
  private final IntList tuple = new IntList();
  private int lineCount;

  PprofTableReader(ProtoReader in, PprofTableSet tables) {
    this.in = in;
    this.tables = tables;
  }

  /** All entries are read, stacks too: ids become indexes. */
  void finish() throws InputException {
    mappingIds.seal();
    locationIds.seal();
    functionIds.seal();
    PprofCheck.resolve(tables, mappingIds, locationIds, functionIds);
  }

  void mapping() throws InputException {
    PprofReader.checkCount(in, tables.mappings.count(), "mappings");
    int start = in.position();
    long id = 0;
    long[] numbers = new long[3];
    int file = 0;
    int buildId = 0;
    int flags = 0;
    in.enter("Mapping");
    while (in.next()) {
      int field = in.field();
      if (field == 1) {
        id = in.varint();
      } else if (field <= 4) {
        numbers[field - 2] = in.varint();
      } else if (field == 5) {
        file = in.index();
      } else if (field == 6) {
        buildId = in.index();
      } else if (field <= 10) {
        flags |= in.bool() ? 1 << (field - 7) : 0;
      } else {
        in.skip();
      }
    }
    in.leave();
    mappingIds.define(id, start);
    tuple.clear();
    for (long number : numbers) {
      tuple.addLong(number);
    }
    tuple.add(file);
    tuple.add(buildId);
    tuple.add(flags);
    tuple.appendTo(tables.mappings);
  }

  void location() throws InputException {
    PprofReader.checkCount(in, tables.locations.count(), "locations");
    int start = in.position();
    long id = 0;
    long address = 0;
    tuple.clear();
    tuple.add(0);
    tuple.addLong(0);
    tuple.add(0);
    in.enter("Location");
    while (in.next()) {
      switch (in.field()) {
        case 1:
          id = in.varint();
          break;
        case 2:
          tuple.set(0, mappingIds.token(in.varint()));
          break;
        case 3:
          address = in.varint();
          break;
        case 4:
          line();
          break;
        case 5:
          tuple.set(3, in.bool() ? 1 : 0);
          break;
        default:
          in.skip();
      }
    }
    in.leave();
    tuple.set(1, (int) (address >>> 32));
    tuple.set(2, (int) address);
    locationIds.define(id, start);
    tuple.appendTo(tables.locations);
  }

  private void line() throws InputException {
    PprofReader.checkCount(in, lineCount++, "lines");
    int function = 0;
    long line = 0;
    long column = 0;
    in.enter("Line");
    while (in.next()) {
      switch (in.field()) {
        case 1:
          function = functionIds.token(in.varint());
          break;
        case 2:
          line = in.varint();
          break;
        case 3:
          column = in.varint();
          break;
        default:
          in.skip();
      }
    }
    in.leave();
    tuple.add(function);
    tuple.addLong(line);
    tuple.addLong(column);
  }

  void function() throws InputException {
    PprofReader.checkCount(in, tables.functions.count(), "functions");
    int start = in.position();
    long id = 0;
    long startLine = 0;
    int[] words = new int[3];
    in.enter("Function");
    while (in.next()) {
      int field = in.field();
      if (field == 1) {
        id = in.varint();
      } else if (field <= 4) {
        words[field - 2] = in.index();
      } else if (field == 5) {
        startLine = in.varint();
      } else {
        in.skip();
      }
    }
    in.leave();
    functionIds.define(id, start);
    tuple.clear();
    for (int word : words) {
      tuple.add(word);
    }
    tuple.addLong(startLine);
    tuple.appendTo(tables.functions);
  }
}
