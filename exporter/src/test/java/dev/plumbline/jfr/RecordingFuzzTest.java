package dev.plumbline.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.convert.Mutations;
import dev.plumbline.jfr.chunk.JfrChunk;
import dev.plumbline.jfr.chunk.JfrException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** A damaged recording is refused in order or read; the stored recording is the corpus. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class RecordingFuzzTest {
  @Test
  void damagedChunk_isReadOrRefused() throws IOException {
    byte[] recording;
    try (InputStream in = RecordingFuzzTest.class.getResourceAsStream("every-kind.jfr")) {
      assertThat(in).isNotNull();
      recording = in.readAllBytes();
    }
    JfrDecoder decoder = JfrDecoder.of(JfrSettings.builder().build());
    int refused = 0;
    for (int seed = 0; seed < Mutations.tries(200); seed++) {
      byte[] bytes = Mutations.mutate(List.of(recording), new Random(seed));
      try {
        decoder.decode(JfrChunk.of(0, ByteBuffer.wrap(bytes)));
      } catch (JfrException e) {
        refused++;
      } catch (RuntimeException | StackOverflowError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
    assertThat(refused).isPositive();
  }
}
