package dev.plumbline.format;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.profile.Profile;
import dev.plumbline.wire.InputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/**
 * Whatever a text file holds, reading ends with a profile or in one line. {@code
 * -Dplumbline.fuzz.tries} tries more than a build does.
 */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class TextFuzzTest {
  private static final String CORPUS = "src/test/resources/dev/plumbline/format/corpus";
  private static final List<String> PIECES =
      List.of(
          "main;run;leaf 7\n",
          "a;b",
          ";",
          " ",
          "\t",
          "\n",
          "\r\n",
          "12",
          "-3",
          "99999999999999999999",
          "# comment\n",
          "java 4711/4712 [003] 1234.567890: 10101010 cycles:ppp:\n",
          "\t 5574a37dd36e foo<(x)0>::bar+0x30 (/home/a b/bin)\n",
          "\t d name (inlined)\n",
          "(",
          ")",
          "[unknown]",
          "goroutine profile: total 3\n",
          "2 @ 0x43a0d6 0x406c6f\n",
          "heap profile: 1: 1024 [ 2: 2048] @ heap_v2/1024\n",
          " 1: 1024 [ 2: 2048] @ 0x1001 0x2001\n",
          "--- contentionz 1 ---\ncycles/second = 3201000000\n",
          "100 2 @ 0x1 0x2\n",
          "--- threadz 1 ---\n",
          "--- Thread 7f794ab90940 (name: main/14748) stack: ---\n",
          "  PC: 0xbc8f1c: helper(arg *) 0x0040be31\n",
          "  [same as previous thread]\n",
          "---- no stack trace for 3\n",
          "--- heapz 1 ---\nformat = java\nresolution = bytes\n",
          "--- contentionz 1 ---\nformat = java\nresolution = microseconds\n",
          "sampling period = 100\n",
          "7048 1 @ 0x3 0x4\n",
          "0x3 a.B.c (B.java:3)\n0x4 GC\n",
          "MAPPED_LIBRARIES:\n00001000-00003000 r-xp 00000000 00:00 0 /bin/app\n",
          "{\"resourceProfiles\":[",
          "{\"dictionary\":{\"stringTable\":[\"\",\"samples\"]}}",
          "{\"key\":\"a\",\"value\":{\"intValue\":\"7\"}}",
          "]",
          "}",
          "\uFEFF",
          "\u00e9",
          "\uD83D\uDE00");

  @Test
  void text_isReadOrRefused() {
    ProfileFileReader reader = ProfileFileReader.of(1 << 20);
    int read = 0;
    for (int seed = 0; seed < Integer.getInteger("plumbline.fuzz.tries", 3_000); seed++) {
      Random random = new Random(seed);
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      for (int i = random.nextInt(20); i >= 0; i--) {
        text.writeBytes(PIECES.get(random.nextInt(PIECES.size())).getBytes(UTF_8));
        if (random.nextInt(30) == 0) {
          text.write(random.nextInt(256));
        }
      }
      try {
        ReadProfile profile = reader.read(text.toByteArray());
        for (Profile each : profile.window().profiles()) {
          assertThat(FoldedLines.of(each)).endsWith("\n");
          assertThat(FlameGraphPage.of(each)).contains("</html>");
        }
        assertThat(profile.pprof()).isNotNull();
        OtlpFile.of(profile);
        read++;
      } catch (InputException refused) {
        assertThat(refused.getMessage()).doesNotContain("\n");
      } catch (RuntimeException | StackOverflowError e) {
        throw new AssertionError("seed " + seed + ": " + text.toString(UTF_8), e);
      }
    }
    assertThat(read).isPositive();
  }

  /** What once broke a reader is kept in the corpus. */
  @Test
  void storedFiles_damaged_areReadOrRefused() throws IOException {
    ProfileFileReader reader = ProfileFileReader.of(1 << 20);
    List<byte[]> corpus = corpus();
    for (byte[] whole : corpus) {
      assertThat(read(reader, whole)).as(new String(whole, UTF_8)).isTrue();
    }
    int read = 0;
    for (int seed = 0; seed < Integer.getInteger("plumbline.fuzz.tries", 3_000); seed++) {
      byte[] bytes = damaged(corpus, new Random(seed));
      try {
        read += read(reader, bytes) ? 1 : 0;
      } catch (RuntimeException | StackOverflowError e) {
        throw new AssertionError("seed " + seed + ": " + new String(bytes, ISO_8859_1), e);
      }
    }
    assertThat(read).isPositive();
  }

  private static boolean read(ProfileFileReader reader, byte[] bytes) {
    try {
      ReadProfile profile = reader.read(bytes);
      profile.window();
      OtlpFile.of(profile);
      return true;
    } catch (InputException refused) {
      assertThat(refused.getMessage()).doesNotContain("\n");
      return false;
    }
  }

  private static List<byte[]> corpus() throws IOException {
    List<byte[]> corpus = new ArrayList<>();
    try (Stream<Path> files = Files.list(Path.of(CORPUS))) {
      for (Path file : files.sorted().toList()) {
        corpus.add(Files.readAllBytes(file));
      }
    }
    return corpus;
  }

  /** One to eight bytes changed, pieces put in from other files or taken out, or the end cut. */
  private static byte[] damaged(List<byte[]> corpus, Random random) {
    byte[] bytes = corpus.get(random.nextInt(corpus.size()));
    for (int i = random.nextInt(8); i >= 0 && bytes.length > 1; i--) {
      int at = random.nextInt(bytes.length);
      byte[] other = corpus.get(random.nextInt(corpus.size()));
      int from = random.nextInt(other.length);
      int length = 1 + random.nextInt(Math.min(64, other.length - from));
      ByteArrayOutputStream changed = new ByteArrayOutputStream();
      changed.write(bytes, 0, at);
      switch (random.nextInt(4)) {
        case 0 -> {
          changed.write(random.nextInt(256));
          changed.write(bytes, at + 1, bytes.length - at - 1);
        }
        case 1 -> {
          changed.write(other, from, length);
          changed.write(bytes, at, bytes.length - at);
        }
        case 2 -> {
          int end = Math.min(bytes.length, at + length);
          changed.write(bytes, end, bytes.length - end);
        }
        default -> changed.write(bytes, at, Math.min(1, bytes.length - at));
      }
      bytes = changed.toByteArray();
    }
    return bytes;
  }

  /** The binary CPU profile: words of either length and order, now and then cut. */
  @Test
  void binaryCpuProfile_isReadOrRefused() {
    ProfileFileReader reader = ProfileFileReader.of(1 << 20);
    long[] words = {0, 1, 2, 3, 0x1000, 0x7f7949a9811dL, 10_000, -1, Long.MIN_VALUE};
    int read = 0;
    for (int seed = 0; seed < Integer.getInteger("plumbline.fuzz.tries", 3_000); seed++) {
      Random random = new Random(seed);
      ByteBuffer bytes =
          ByteBuffer.allocate(400)
              .order(random.nextBoolean() ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
      boolean isLong = random.nextBoolean();
      long[] head = {0, 3, random.nextInt(2), 1 + random.nextInt(20_000), 0};
      for (int i = 0; i < head.length + random.nextInt(30); i++) {
        long word = i < head.length ? head[i] : words[random.nextInt(words.length)];
        if (isLong) {
          bytes.putLong(word);
        } else {
          bytes.putInt((int) word);
        }
      }
      int cut = random.nextInt(4) == 0 ? random.nextInt(8) : 0;
      try {
        ReadProfile profile = reader.read(Arrays.copyOf(bytes.array(), bytes.position() - cut));
        profile.window();
        OtlpFile.of(profile);
        read++;
      } catch (InputException refused) {
        assertThat(refused.getMessage()).doesNotContain("\n");
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
    assertThat(read).isPositive();
  }
}
