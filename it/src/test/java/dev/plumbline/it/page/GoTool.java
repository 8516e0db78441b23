package dev.plumbline.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.it.host.Launcher;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code go tool pprof} of this machine; the test is skipped without it. */
final class GoTool {
  private static final int PATIENCE_SECONDS = 120;

  private final Path directory;

  /**
   * @param directory for what the tool keeps
   */
  GoTool(Path directory) throws Exception {
    Launcher.assumeWorks(List.of("sh", "-c", "go version >/dev/null"));
    this.directory = directory;
  }

  /** What it prints of the profile at an address. */
  String top(String url) throws Exception {
    File out = directory.resolve("top.txt").toFile();
    ProcessBuilder builder =
        new ProcessBuilder("go", "tool", "pprof", "-top", "-cum", url).redirectErrorStream(true);
    builder.environment().put("PPROF_TMPDIR", directory.toString());
    Process process = builder.redirectOutput(out).start();
    try {
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      String text = Files.readString(out.toPath());
      assertThat(process.exitValue()).as(text).isZero();
      return text;
    } finally {
      process.destroyForcibly();
    }
  }
}
