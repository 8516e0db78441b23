package dev.plumbline.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.management.ThreadMXBean;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.jfr.chunk.ChunkHeader;
import dev.plumbline.jfr.chunk.JfrChunk;
import dev.plumbline.jfr.chunk.JfrException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/**
 * A stored recording of async-profiler 4.5 on JDK 17 with every kind of event ({@link Sessions},
 * its second and third chunk), as it is and mutated.
 */
class StoredRecordingTest {
  private static final long MAX_NANOS = 2_000_000_000;
  private static final JfrDecoder DECODER = JfrDecoder.of(JfrSettings.builder().build());

  private static final List<byte[]> CHUNKS = chunks();

  private static List<byte[]> chunks() {
    try (InputStream in = StoredRecordingTest.class.getResourceAsStream("every-kind.jfr")) {
      ByteBuffer bytes = ByteBuffer.wrap(in.readAllBytes());
      List<byte[]> chunks = new ArrayList<>();
      while (bytes.hasRemaining()) {
        byte[] chunk = new byte[(int) bytes.getLong(bytes.position() + 8)];
        bytes.get(chunk);
        chunks.add(chunk);
      }
      return chunks;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void decode_givesEveryKindOfRecord() throws Exception {
    assertThat(sizes(DECODER.decode(chunk(CHUNKS.get(0)))))
        .containsExactly(
            "jvm_cpu/samples 6",
            "jvm_wall/samples 62",
            "jvm_alloc/objects 8",
            "jvm_alloc/bytes 8",
            "jvm_lock/mutex_contentions 1",
            "jvm_lock/mutex_delay 1",
            "jvm_nativemem/objects 41",
            "jvm_nativemem/bytes 41");
    assertThat(sizes(DECODER.decode(chunk(CHUNKS.get(1)))))
        .containsExactly("jvm_wall/samples 13", "jvm_live/objects 8", "jvm_live/bytes 8");
  }

  @Test
  void decode_isDeterministic_andSharesStacksBetweenDataSources() throws Exception {
    List<RecordBatch> first = DECODER.decode(chunk(CHUNKS.get(0))).batches(JvmGadget.ALLOC);
    List<RecordBatch> second = DECODER.decode(chunk(CHUNKS.get(0))).batches(JvmGadget.ALLOC);
    for (int i = 0; i < first.get(0).size(); i++) {
      assertThat(first.get(0).stackTrace(i, 0)).isSameAs(first.get(1).stackTrace(i, 0));
      assertThat(first.get(0).stackTrace(i, 0)).isEqualTo(second.get(0).stackTrace(i, 0));
    }
  }

  @Test
  void decode_ofABrokenChunk_losesOnlyThatOne() throws Exception {
    byte[] broken = CHUNKS.get(0).clone();
    Arrays.fill(broken, ChunkHeader.SIZE_BYTES, ChunkHeader.SIZE_BYTES + 64, (byte) 0xff);
    assertThatExceptionOfType(JfrException.class)
        .isThrownBy(() -> DECODER.decode(JfrChunk.of(1000, ByteBuffer.wrap(broken))))
        .withMessageStartingWith("recording is broken at byte 1")
        .satisfies(e -> assertThat(e.offset()).isBetween(1000L, 1000L + broken.length));
    assertThat(DECODER.decode(chunk(CHUNKS.get(1))).batches()).hasSize(3);
  }

  @Test
  void decode_ofAnOpenChunk_isRefused() {
    byte[] open = CHUNKS.get(0).clone();
    ByteBuffer.wrap(open).putLong(8, ChunkHeader.OPEN_CHUNK_SIZE);
    assertThatExceptionOfType(JfrException.class)
        .isThrownBy(() -> DECODER.decode(chunk(open)))
        .withMessageContaining("chunk is open");
  }

  @Test
  void decode_whenTheClockWasSetBack_endsAfterItsStart() throws Exception {
    byte[] chunk = CHUNKS.get(0).clone();
    ByteBuffer.wrap(chunk).putLong(40, -5_000_000_000L);
    JfrRecords records = DECODER.decode(chunk(chunk));
    assertThat(records.endUnixNanos() - records.startUnixNanos()).isBetween(1L, 10_000_000_000L);
  }

  /** Whatever the bytes, a chunk is decoded or refused, in bounded time and memory. */
  @Property(tries = 400, shrinking = ShrinkingMode.OFF)
  void decode_ofMutatedBytes_isBounded(@ForAll("mutations") List<Mutation> mutations) {
    for (byte[] original : CHUNKS) {
      byte[] bytes = original.clone();
      for (Mutation mutation : mutations) {
        mutation.applyTo(bytes);
      }
      assertBounded(bytes);
    }
  }

  @Property(tries = 50, shrinking = ShrinkingMode.OFF)
  void decode_ofACutChunk_isRefused(@ForAll int length) {
    byte[] original = CHUNKS.get(0);
    byte[] cut = Arrays.copyOf(original, Math.floorMod(length, original.length));
    assertThatExceptionOfType(JfrException.class).isThrownBy(() -> DECODER.decode(chunk(cut)));
    if (cut.length >= ChunkHeader.SIZE_BYTES) {
      ByteBuffer.wrap(cut).putLong(8, cut.length);
      assertBounded(cut);
    }
  }

  @Provide
  Arbitrary<List<Mutation>> mutations() {
    Arbitrary<Mutation> mutation =
        Combinators.combine(
                Arbitraries.integers().between(0, Integer.MAX_VALUE),
                Arbitraries.bytes(),
                Arbitraries.integers().between(1, 6),
                Arbitraries.of(true, false))
            .as(Mutation::new);
    return mutation.list().ofMinSize(1).ofMaxSize(12);
  }

  private static void assertBounded(byte[] bytes) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long allocatedBefore = threads.getCurrentThreadAllocatedBytes();
    long cpuBefore = threads.getCurrentThreadCpuTime();
    try {
      JfrRecords records = DECODER.decode(chunk(bytes));
      for (RecordBatch batch : records.batches()) {
        for (int i = 0; i < batch.size(); i++) {
          assertThat(batch.stackTrace(i, 0).isEmpty()).isFalse();
          assertThat(batch.integer(i, 1)).isPositive();
        }
      }
      assertThat(records.endUnixNanos()).isGreaterThan(records.startUnixNanos());
    } catch (JfrException expected) {
      assertThat(expected.offset()).isBetween(0L, (long) bytes.length);
    }
    assertThat(threads.getCurrentThreadCpuTime() - cpuBefore).isLessThan(MAX_NANOS);
    assertThat(threads.getCurrentThreadAllocatedBytes() - allocatedBefore)
        .isLessThan(64L * bytes.length + (8 << 20));
  }

  private static JfrChunk chunk(byte[] bytes) {
    return JfrChunk.of(0, ByteBuffer.wrap(bytes));
  }

  private static List<String> sizes(JfrRecords records) {
    return Arrays.stream(JvmGadget.values())
        .flatMap(
            gadget ->
                records.batches(gadget).stream()
                    .map(
                        batch ->
                            gadget.gadgetName()
                                + "/"
                                + batch.dataSource().name()
                                + " "
                                + batch.size()))
        .collect(Collectors.toList());
  }

  /** Overwrites some bytes: with one value, or with a number that goes on. */
  private static final class Mutation {
    private final int at;
    private final byte value;
    private final int length;
    private final boolean asLargeNumber;

    Mutation(int at, byte value, int length, boolean asLargeNumber) {
      this.at = at;
      this.value = value;
      this.length = length;
      this.asLargeNumber = asLargeNumber;
    }

    /** Mostly behind the events: the constants and the metadata are what bounds protect. */
    void applyTo(byte[] bytes) {
      int start = Math.floorMod(at, bytes.length);
      for (int i = 0; i < length && start + i < bytes.length; i++) {
        bytes[start + i] = asLargeNumber ? (byte) (value | 0x80) : value;
      }
    }

    @Override
    public String toString() {
      return at + ":" + value + "*" + length + (asLargeNumber ? "+" : "");
    }
  }
}
