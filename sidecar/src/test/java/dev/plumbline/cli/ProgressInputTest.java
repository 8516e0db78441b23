package dev.plumbline.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class ProgressInputTest {
  private static final int LENGTH = 70 << 20;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Console console =
      new Console(
          new ByteArrayOutputStream(), new PrintStream(err, true, UTF_8), name -> null, false);

  /** Zeros, as many as asked for. */
  private static InputStream zeros(int length) {
    return new InputStream() {
      private int left = length;

      @Override
      public int read() {
        return left-- > 0 ? 0 : -1;
      }

      @Override
      public int read(byte[] buffer, int offset, int count) {
        int given = Math.min(left, count);
        left -= given;
        return given > 0 ? given : -1;
      }
    };
  }

  @Test
  void largeInput_saysHowFarItIs_andASmallOneNothing() throws IOException {
    assertThat(new ProgressInput(zeros(1_000), -1, console).readAll(LENGTH)).hasSize(1_000);
    assertThat(err.toString(UTF_8)).isEmpty();
    assertThat(new ProgressInput(zeros(LENGTH), LENGTH, console).readAll(LENGTH)).hasSize(LENGTH);
    assertThat(err.toString(UTF_8)).isEqualTo("read 64 of 70 MiB\n");
  }

  @Test
  void moreThanTheLimit_isRefused_announcedOrNot() {
    assertThatThrownBy(() -> new ProgressInput(zeros(0), 2_000, console).readAll(1_000))
        .isInstanceOf(Failure.class);
    assertThatThrownBy(() -> new ProgressInput(zeros(2_000), -1, console).readAll(1_000))
        .isInstanceOf(Failure.class);
  }
}
