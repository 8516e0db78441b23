package dev.plumbline.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ProtoReaderPropertyTest {
  private static final int FIELD = 1;

  @Property
  void numbersOfAnyLength_areReadAsTheyWereWritten(@ForAll("numbers") List<Long> numbers)
      throws InputException {
    ReverseWriter out = new ReverseWriter(1);
    for (int i = numbers.size() - 1; i >= 0; i--) {
      out.rawVarint(numbers.get(i));
    }
    out.message(FIELD, 0);

    ProtoReader in = ProtoReader.of(out.toByteArray(), "Numbers");
    assertThat(in.next()).isTrue();
    in.beginVarints();
    for (long number : numbers) {
      assertThat(in.hasMore()).isTrue();
      assertThat(in.rawVarint()).isEqualTo(number);
    }
    assertThat(in.hasMore()).isFalse();
  }

  @Property
  void indexesThatArePassed_areThoseThatWouldBeRead(@ForAll("runs") byte[] run) {
    ReverseWriter out = new ReverseWriter(16);
    out.bytes(FIELD, run, 0, run.length);

    assertThat(passed(out.toByteArray())).isEqualTo(read(out.toByteArray()));
  }

  @Property
  void singleIndexThatIsPassed_isTheOneThatWouldBeRead(@ForAll long number) {
    ReverseWriter out = new ReverseWriter(16);
    out.oneofVarint(FIELD, number);

    assertThat(passed(out.toByteArray())).isEqualTo(read(out.toByteArray()));
  }

  /** Around each border of a varint's length. */
  @Provide
  Arbitrary<List<Long>> numbers() {
    return Arbitraries.integers()
        .between(0, 63)
        .flatMap(bits -> Arbitraries.longs().map(number -> number >>> bits))
        .list()
        .ofMaxSize(40);
  }

  /** Mostly short numbers, often cut, sometimes too long. */
  @Provide
  Arbitrary<byte[]> runs() {
    return Arbitraries.bytes().array(byte[].class).ofMaxSize(40);
  }

  private static String passed(byte[] message) {
    ProtoReader in = ProtoReader.of(message, "Numbers");
    try {
      in.next();
      int largest = in.passIndexes();
      return in.passedIndexes() + " up to " + largest + " to " + in.position();
    } catch (InputException e) {
      return String.valueOf(e.kind());
    }
  }

  private static String read(byte[] message) {
    ProtoReader in = ProtoReader.of(message, "Numbers");
    int largest = -1;
    int count = 0;
    try {
      in.next();
      in.beginVarints();
      while (in.hasMore()) {
        largest = Math.max(largest, in.rawIndex());
        count++;
      }
      return count + " up to " + largest + " to " + in.position();
    } catch (InputException e) {
      return String.valueOf(e.kind());
    }
  }
}
