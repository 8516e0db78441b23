package dev.plumbline.symbol.go;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A Go program {@code main → a → b → spin}, with an inlined call in it, built in many ways. */
public final class GoProgram {
  private static final String PURE = "package main\n\nimport \"os\"\n";

  private static final String WITH_C =
      """
      package main

      /*
      #include <stdint.h>
      static uint64_t cmix(uint64_t x) { for (int i = 0; i < 10; i++) x = x * 7 + 3; return x; }
      */
      import "C"
      import "os"
      """;

  private static final String BODY =
      """

      var sink uint64

      //go:noinline
      func spin(n int) {
      	for i := 0; i < n; i++ {
      		sink = mix(sink, uint64(i))
      	}
      }

      func mix(a, b uint64) uint64 {
      	return a*31 + b ^ a>>3
      }

      //go:noinline
      func b(n int) { spin(n); sink++ }

      //go:noinline
      func a(n int) { b(n); sink++ }

      func main() {
      	n := 1000
      	if len(os.Args) > 1 {
      		n = 1 << 40
      	}
      	a(n)
      }
      """;

  /** Line of {@code func spin} in the program without C. */
  public static final int LINE_OF_SPIN = 8;

  private GoProgram() {}

  /** The go commands of this machine, newest first; the test is skipped where there are none. */
  public static List<Path> compilers() {
    List<Path> found =
        Stream.of("/usr/local/go/bin/go", "/usr/lib/go-1.19/bin/go", "/usr/bin/go")
            .map(Path::of)
            .filter(Files::isExecutable)
            .toList();
    assumeTrue(!found.isEmpty(), "no Go compiler");
    return found;
  }

  /** Builds the program; options go to {@code go build}. */
  public static Path build(Path go, Path directory, boolean withC, String... options)
      throws IOException, InterruptedException {
    Path source = Files.createTempDirectory(directory, "source");
    Files.writeString(source.resolve("go.mod"), "module chain\n\ngo 1.19\n");
    String main = WITH_C + BODY.replace("sink = mix", "sink = uint64(C.cmix(3))\n\t\tsink = mix");
    Files.writeString(source.resolve("main.go"), withC ? main : PURE + BODY);
    Path program = source.resolve("chain");
    List<String> command = new ArrayList<>(List.of(go.toString(), "build", "-o", "chain"));
    command.addAll(List.of(options));
    ProcessBuilder builder = new ProcessBuilder(command).directory(source.toFile()).inheritIO();
    builder.environment().put("GOTOOLCHAIN", "local");
    builder.environment().put("GOFLAGS", "-mod=mod");
    builder.environment().put("CGO_ENABLED", withC ? "1" : "0");
    assertThat(builder.start().waitFor()).as("%s", command).isZero();
    return program;
  }
}
