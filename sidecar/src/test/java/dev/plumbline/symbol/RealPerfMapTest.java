package dev.plumbline.symbol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The map that a running Node.js writes of its own code. */
class RealPerfMapTest {
  private static final String PROGRAM =
      "function hot(n) { let s = 0; for (let i = 0; i < n; i++) s = (s * 31 + i) | 0; return s; }"
          + " for (let i = 0; i < 200; i++) hot(20000); console.log('warm');"
          + " setInterval(() => hot(1000), 1000);";

  @TempDir Path directory;

  @Test
  void functionOfScript_isNamed() throws Exception {
    Path node = Path.of("/usr/bin/node");
    assumeTrue(Files.isExecutable(node), "Node.js is absent");
    Process process =
        new ProcessBuilder(node.toString(), "--perf-basic-prof", "-e", PROGRAM)
            .directory(directory.toFile()) // it also writes a log there
            .start();
    int pid = (int) process.pid();
    Path map = Path.of("/tmp/perf-" + pid + ".map");
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(out.readLine()).isEqualTo("warm");
      List<String> lines = Files.readAllLines(map);
      String line =
          lines.stream()
              .filter(text -> text.contains(" JS:") && text.contains("hot"))
              .reduce((first, second) -> second)
              .orElseThrow();
      long start = Long.parseUnsignedLong(line.substring(0, line.indexOf(' ')), 16);
      PerfMaps maps = new PerfMaps(Path.of("/proc"), new SymbolCounts(), System::nanoTime);
      Frame frame = maps.frame(pid, 1, start + 8);
      assertThat(frame).isNotNull();
      assertThat(frame.functionName()).contains("hot");
      assertThat(frame.type()).isEqualTo(FrameType.V8JS);
    } finally {
      process.destroyForcibly().waitFor();
      Files.deleteIfExists(map);
    }
  }
}
