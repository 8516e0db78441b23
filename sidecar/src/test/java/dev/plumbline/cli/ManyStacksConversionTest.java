package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.format.ProfileFileReader;
import dev.plumbline.junit.SideBySide;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file of two hundred thousand stacks that never repeat, converted in little memory. */
class ManyStacksConversionTest {
  private static final int STACKS = 200_000;
  private static final int DEPTH = 20;

  @TempDir static Path directory;

  @BeforeAll
  static void writeInput() throws IOException {
    Random random = new Random(7);
    try (BufferedWriter out = Files.newBufferedWriter(directory.resolve("in.folded"))) {
      for (int stack = 0; stack < STACKS; stack++) {
        out.write("main");
        for (int i = 0; i < DEPTH; i++) {
          out.write(";function_" + random.nextInt(20_000));
        }
        out.write(" 1\n");
      }
    }
  }

  private int convert(String heap, Path out, Path err) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                heap,
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Plumbline.class.getName(),
                "convert",
                directory.resolve("in.folded").toString(),
                out.toString())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(err.toFile())
            .start();
    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }

  @SideBySide
  @ParameterizedTest
  @ValueSource(strings = {"folded", "pb.gz", "otlp"})
  void everyForm_hasThemAll(String ending) throws Exception {
    Path out = directory.resolve("out." + ending);
    Path err = directory.resolve("err." + ending);
    int exit = convert("-Xmx200m", out, err);
    assertThat(exit).as(Files.readString(err)).isZero();
    assertThat(
            ProfileFileReader.of(1 << 28)
                .read(Files.readAllBytes(out))
                .window()
                .profiles()
                .get(0)
                .total())
        .isEqualTo(STACKS);
  }

  @SideBySide
  @Test
  void tooLittleMemory_isSaid() throws Exception {
    Path out = directory.resolve("none.folded");
    Path err = directory.resolve("err");
    assertThat(convert("-Xmx40m", out, err)).isEqualTo(1);
    assertThat(Files.readString(err))
        .contains("in.folded: the profile does not fit the memory")
        .contains("PLUMBLINE_OPTS=-Xmx");
    assertThat(out).doesNotExist();
  }
}
