package dev.plumbline.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.plumbline.profile.Profile;
import dev.plumbline.wire.InputException;
import dev.plumbline.wire.ReverseWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/**
 * Files that are small and ask for much: refused in one line, or read within the memory that a
 * large profile needs, and never late.
 */
@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
class HostileFilesTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final long MOST_ALLOCATED = 2L << 30;
  private static final int MOST_BYTES = 64 << 20;

  /** Reads the file and makes of it what a receiver and {@code convert} do. */
  private static void assertBounded(byte[] file) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    try {
      ReadProfile read = ProfileFileReader.of(MOST_BYTES).read(file);
      for (Profile profile : read.window().profiles()) {
        assertThat(profile.samples()).isNotNull();
      }
      OtlpFile.of(read);
    } catch (InputException refused) {
      assertThat(refused.getMessage()).doesNotContain("\n").hasSizeLessThan(500);
    }
    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(MOST_ALLOCATED);
  }

  private static void assertRefused(byte[] file, String words) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    String message = "";
    try {
      ProfileFileReader.of(MOST_BYTES).read(file);
    } catch (InputException refused) {
      message = String.valueOf(refused.getMessage());
    }
    assertThat(message).contains(words).doesNotContain("\n");
    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(MOST_ALLOCATED);
  }

  private static byte[] repeated(byte[] piece, int times) {
    byte[] bytes = new byte[piece.length * times];
    for (int i = 0; i < times; i++) {
      System.arraycopy(piece, 0, bytes, i * piece.length, piece.length);
    }
    return bytes;
  }

  private static byte[] repeated(String piece, int times) {
    return repeated(piece.getBytes(UTF_8), times);
  }

  /** Gzip of so many times those bytes. */
  private static byte[] gzip(byte[] block, int times) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(out)) {
      for (int i = 0; i < times; i++) {
        gzip.write(block);
      }
    }
    return out.toByteArray();
  }

  @Test
  void gzipThatInflatesTooFar_isRefused_howeverOftenItIsPacked() throws Exception {
    byte[] bomb = gzip(new byte[1 << 20], 200);
    assertRefused(bomb, "inflate");
    assertBounded(gzip(bomb, 1));
    assertBounded(gzip(gzip(gzip(bomb, 1), 1), 1));
  }

  /** Each message of a profile, empty and a million times: two bytes of the file for each. */
  @Test
  void pprofOfEmptyMessages_isBounded() {
    for (int field = 1; field <= 6; field++) {
      assertBounded(repeated(new byte[] {(byte) (field << 3 | 2), 0}, 2_000_000));
    }
  }

  private static ReverseWriter pprofWithTables() {
    ReverseWriter out = new ReverseWriter(1 << 20);
    byte[] name = {'n'};
    out.bytes(6, name, 0, 1);
    out.bytes(6, name, 0, 0);
    int function = out.size();
    out.varint(2, 1);
    out.varint(1, 1);
    out.message(5, function);
    int location = out.size();
    int line = out.size();
    out.varint(1, 1);
    out.message(4, line);
    out.varint(1, 1);
    out.message(4, location);
    return out;
  }

  private static void type(ReverseWriter out) {
    int type = out.size();
    out.varint(2, 1);
    out.varint(1, 1);
    out.message(1, type);
  }

  @Test
  void pprofOfOneVeryDeepStack_isBounded() {
    ReverseWriter out = pprofWithTables();
    int sample = out.size();
    out.varint(2, 1);
    byte[] ids = new byte[5_000_000];
    Arrays.fill(ids, (byte) 1);
    out.bytes(1, ids, 0, ids.length);
    out.message(2, sample);
    type(out);
    assertBounded(out.toByteArray());
  }

  @Test
  void pprofOfManyLabelsOnOneSample_isBounded() {
    ReverseWriter out = pprofWithTables();
    int sample = out.size();
    for (int i = 0; i < 500_000; i++) {
      int label = out.size();
      out.varint(2, 1);
      out.varint(1, 1);
      out.message(3, label);
    }
    out.varint(2, 1);
    out.varint(1, 1);
    out.message(2, sample);
    type(out);
    assertBounded(out.toByteArray());
  }

  @Test
  void pprofOfIndexesOutOfTheirTables_isRefused() {
    for (long index : new long[] {2, Integer.MAX_VALUE, Long.MAX_VALUE, -1}) {
      ReverseWriter out = pprofWithTables();
      int type = out.size();
      out.varint(2, index);
      out.varint(1, 1);
      out.message(1, type);
      assertRefused(out.toByteArray(), "pprof");
      ReverseWriter other = pprofWithTables();
      int sample = other.size();
      other.varint(2, 1);
      other.varint(1, index);
      other.message(2, sample);
      type(other);
      assertRefused(other.toByteArray(), "pprof");
    }
  }

  @Test
  void jsonNestedVeryDeep_isRefused() {
    assertRefused(repeated("{\"dictionary\":[", 1_000_000), "");
    byte[] values = repeated("{\"arrayValue\":{\"values\":[", 100_000);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes("{\"dictionary\":{\"attributeTable\":[{\"value\":".getBytes(UTF_8));
    out.writeBytes(values);
    assertRefused(out.toByteArray(), "");
  }

  @Test
  void foldedLines_thatAreLong_manyOrDeep_areBounded() {
    byte[] deep = repeated("f;", 1_000_000);
    deep[deep.length - 1] = 'f';
    byte[] end = " 1\n".getBytes(UTF_8);
    byte[] line = Arrays.copyOf(deep, deep.length + end.length);
    System.arraycopy(end, 0, line, deep.length, end.length);
    assertBounded(line);
    assertBounded(repeated("a 1\n", 1_000_000));
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < 300_000; i++) {
      names.append(i).append(";x 1\n");
    }
    assertBounded(names.toString().getBytes(UTF_8));
  }

  @Test
  void textsOfOtherProfilers_withoutAnEnd_areBounded() {
    String sample = "java 1/1 [000] 1.0: 1 cycles:\n";
    ByteArrayOutputStream perf = new ByteArrayOutputStream();
    perf.writeBytes(sample.getBytes(UTF_8));
    perf.writeBytes(repeated("\t 1 f+0x1 (/x)\n", 300_000));
    assertBounded(perf.toByteArray());
    assertBounded(repeated(sample, 100_000));
    assertBounded(
        (new String(repeated("goroutine profile: total 1\n1 @", 1), UTF_8)
                + " 0x1".repeat(1_000_000)
                + "\n")
            .getBytes(UTF_8));
    assertBounded(
        ("heap profile: 1: 1 [1: 1] @ heap_v2/1\n" + "1: 1 [1: 1] @ 0x1\n".repeat(100_000))
            .getBytes(UTF_8));
  }

  /** Long runs of what a pattern could divide in many ways. */
  @Test
  void longRunsOfBlanksAndLetters_areReadAtOnce() {
    String blanks = " ".repeat(300_000);
    String letters = "x".repeat(300_000);
    String count = "goroutine profile: total 1\n1 @ 0x1\n";
    for (String line :
        new String[] {
          "0" + blanks + "y", blanks + "y", "1-2 " + letters, "a=" + letters, letters + "=" + blanks
        }) {
      for (String head :
          new String[] {
            count,
            count + "MAPPED_LIBRARIES:\n",
            "heap profile: 1: 1 [1: 1] @ heap_v2/1\n1: 1 [1: 1] @ 0x1\n",
            "--- contentionz 1 ---\n1 1 @ 0x1\n",
            "--- threadz 1 ---\n--- Thread 1 (name: m/1) stack: ---\n 0x1\n",
            "--- heapz 1 ---\nformat = java\nresolution = bytes\n1 1 @ 0x1\n0x1 " + blanks + "(",
            "java 1/1 [000] 1.0: 1 cycles:\n",
          }) {
        assertBounded((head + line + "\n").getBytes(UTF_8));
      }
    }
  }

  /** Each address is looked up among all ranges. */
  @Test
  void memoryMapOfManyRanges_isBounded() {
    StringBuilder text = new StringBuilder("goroutine profile: total 1\n1 @");
    for (int i = 0; i < 200_000; i++) {
      text.append(" 0x").append(Integer.toHexString(0x1000 + 3 * i));
    }
    text.append("\nMAPPED_LIBRARIES:\n");
    for (int i = 0; i < 200_000; i++) {
      text.append(Integer.toHexString(0x70000000 + i)).append("-70000000: f\n");
    }
    assertBounded(text.toString().getBytes(UTF_8));
  }

  /** The words of the binary CPU profile are counts: of samples, and of addresses in each. */
  @Test
  void binaryCpuProfile_ofHugeCounts_isRefusedOrBounded() {
    for (long count : new long[] {1L << 31, 1L << 40, Long.MAX_VALUE, -1}) {
      ByteBuffer words = ByteBuffer.allocate(8 * 16).order(ByteOrder.LITTLE_ENDIAN);
      for (long word : new long[] {0, 3, 0, 10_000, 0, count, count, 1, 2, 3}) {
        words.putLong(word);
      }
      assertBounded(words.array());
    }
  }
}
