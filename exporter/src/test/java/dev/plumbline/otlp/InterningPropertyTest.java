package dev.plumbline.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.wire.IntTupleTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** The two interning tables against a map, with many equal values and many equal hashes. */
class InterningPropertyTest {
  @Property(tries = 100)
  void tuples_haveOneIndexEach_inTheOrderOfFirstAppearance(
      @ForAll List<@Size(max = 4) List<@IntRange(min = -2, max = 2) Integer>> tuples) {
    IntTupleTable table = new IntTupleTable(1);
    Map<List<Integer>, Integer> expected = new HashMap<>();
    for (List<Integer> tuple : tuples) {
      int[] ints = tuple.stream().mapToInt(i -> i).toArray();
      Integer index = expected.computeIfAbsent(tuple, t -> expected.size() + 1);
      assertThat(table.intern(ints, ints.length)).isEqualTo(index);
    }
    assertThat(table.count()).isEqualTo(expected.size());
    expected.forEach(
        (tuple, index) -> {
          assertThat(table.length(index)).isEqualTo(tuple.size());
          for (int i = 0; i < tuple.size(); i++) {
            assertThat(table.get(index, i)).isEqualTo(tuple.get(i));
          }
        });
  }

  @Property(tries = 100)
  void values_areFoundByEquality_whateverTheirHash(
      @ForAll List<@IntRange(min = 0, max = 200) Integer> numbers) {
    Interner<Colliding> interner = new Interner<>(1);
    Map<Integer, Integer> expected = new HashMap<>();
    for (int number : numbers) {
      Colliding value = new Colliding(number);
      Integer known = expected.get(number);
      assertThat(interner.find(value)).isEqualTo(known == null ? Interner.ABSENT : known);
      if (known == null) {
        expected.put(number, expected.size());
        interner.put(value, expected.get(number));
      }
    }
    interner.clear();
    numbers.forEach(
        number -> assertThat(interner.find(new Colliding(number))).isEqualTo(Interner.ABSENT));
  }

  /** Values with few different hashes. */
  record Colliding(int number) {
    @Override
    public int hashCode() {
      return number % 3;
    }
  }
}
