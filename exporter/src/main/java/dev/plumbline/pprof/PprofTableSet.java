package dev.plumbline.pprof;

import dev.plumbline.wire.IntTupleTable;
import dev.plumbline.wire.Utf8Table;

/** The tables of one profile, laid out as {@link PprofProfile} says. Confined to its filler. */
final class PprofTableSet {
  final Utf8Table strings;
  final IntTupleTable mappings = new IntTupleTable(256);
  final IntTupleTable locations = new IntTupleTable(4096);
  final IntTupleTable functions = new IntTupleTable(2048);
  final IntTupleTable stacks;
  final IntTupleTable labelSets = new IntTupleTable(256);

  /**
   * @param expectedReferences depths of all stacks together, a guess: stacks are most of a profile,
   *     and a table that grows is copied over and over
   */
  PprofTableSet(Utf8Table strings, int expectedReferences) {
    this.strings = strings;
    this.stacks = new IntTupleTable(Math.max(64, expectedReferences));
  }
}
