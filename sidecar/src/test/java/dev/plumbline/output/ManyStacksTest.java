package dev.plumbline.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.format.ProfileFileReader;
import dev.plumbline.format.ReadProfile;
import dev.plumbline.junit.SideBySide;
import dev.plumbline.profile.Profile;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stacks that never repeat, more than the heap of the launcher holds, through every output. */
class ManyStacksTest {

  @TempDir Path directory;

  /** What the program wrote to standard error. */
  private String run(String mode, int fetches, int records, Path out)
      throws IOException, InterruptedException {
    Path err = directory.resolve("err");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                ManyStacksRun.class.getName(),
                mode,
                Integer.toString(fetches),
                Integer.toString(records))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    String text = Files.readString(err);
    assertThat(text).endsWith("accepted " + (long) fetches * records + "\n");
    assertThat(process.exitValue()).isZero();
    return text;
  }

  @SideBySide
  @Test
  void folded_hasAllOfThem() throws Exception {
    Path out = directory.resolve("folded");
    assertThat(run("folded", 40, 5_000, out)).doesNotContain("dropped");
    long sum = 0;
    try (BufferedReader lines = Files.newBufferedReader(out)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        assertThat(line).startsWith("program;Type.method_");
        sum += Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
      }
    }
    assertThat(sum).isEqualTo(200_000);
  }

  @SideBySide
  @ParameterizedTest
  @ValueSource(strings = {"json", "jsonpretty", "yaml", "columns"})
  void records_areWrittenOneByOne(String mode) throws Exception {
    Path out = directory.resolve(mode);
    run(mode, 1, 30_000, out);
    long records = 0;
    try (BufferedReader lines = Files.newBufferedReader(out)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        for (int at = line.indexOf("program"); at >= 0; at = line.indexOf("program", at + 1)) {
          records++;
        }
      }
    }
    assertThat(records).isEqualTo(30_000);
  }

  /** One profile: what it cannot hold is counted, and the rest is a whole file. */
  @SideBySide
  @ParameterizedTest
  @ValueSource(strings = {"pprof", "otlp"})
  void profiles_holdWhatFitsAndCountTheRest(String mode) throws Exception {
    Path out = directory.resolve(mode);
    String said = run(mode, 40, 5_000, out);
    String dropped = said.replaceAll("(?s).*" + mode + " output: ([0-9]+) records dropped.*", "$1");
    ReadProfile read = ProfileFileReader.of(1 << 28).read(Files.readAllBytes(out));
    long held = 0;
    for (Profile profile : read.window().profiles()) {
      if (profile.type().unit().equals("count")) {
        held += profile.total();
      }
    }
    assertThat(held).isGreaterThan(10_000);
    assertThat(held + Long.parseLong(dropped)).isEqualTo(200_000);
  }
}
