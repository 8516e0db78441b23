package dev.plumbline.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.profile.Profile;
import dev.plumbline.wire.InputException;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/**
 * Whatever a text file holds, reading ends with a profile or in one line. {@code
 * -Dplumbline.fuzz.tries} tries more than a build does.
 */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class TextFuzzTest {
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
          assertThat(FoldedText.of(each)).endsWith("\n");
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
}
