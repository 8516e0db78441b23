package dev.plumbline.pprof;

import dev.plumbline.wire.IntTupleTable;
import dev.plumbline.wire.Utf8Table;

/** The tables of one profile, laid out as {@link PprofProfile} says. Confined to its filler. */
final class PprofTableSet {
  final Utf8Table strings;
  final IntTupleTable mappings = new IntTupleTable(256);
  final IntTupleTable locations = new IntTupleTable(4096);
  final IntTupleTable functions = new IntTupleTable(2048);
  final IntTupleTable stacks = new IntTupleTable(8192);
  final IntTupleTable labelSets = new IntTupleTable(256);

  PprofTableSet(Utf8Table strings) {
    this.strings = strings;
  }
}
