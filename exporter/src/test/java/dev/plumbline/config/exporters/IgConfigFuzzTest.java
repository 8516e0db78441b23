package dev.plumbline.config.exporters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.config.ConfigFile;
import dev.plumbline.yaml.Problem;
import dev.plumbline.yaml.Problems;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever a configuration file holds, it is read or refused, and no message shows a secret. */
final class IgConfigFuzzTest {
  private static final Path FILES = Path.of("src/test/resources/dev/plumbline/config");

  /** What is put in place of a value, or beside it: each type, and texts that parsers trip over. */
  private static final List<String> VALUES =
      List.of(
          "",
          "~",
          "[]",
          "{}",
          "[a, [b]]",
          "{a: {b: c}}",
          "0",
          "-1",
          "99999999999999999999",
          "1.10",
          "true",
          "\"\\0\"",
          "\"\\n\"",
          "'%'",
          "'a:b:c'",
          "' '",
          "1e999s",
          "9223372036854775807d",
          "18446744073709551616k",
          "'http://[::'",
          "'unix:'",
          "&x [*x]",
          "*none",
          "<<",
          "? [a]",
          "\"\u00e9\"",
          "'/dev/null'",
          "'/proc/self/mem'",
          "none",
          "otlp-grpc",
          "{env: }",
          "{file: .}",
          "{env: A, file: B}");

  @Property(tries = 2_000)
  void changedFile_isReadOrRefused(@ForAll("files") String text, @ForAll long seed) {
    check(changed(text, new Random(seed)));
  }

  @Property(tries = 2_000)
  void anyText_isReadOrRefused(@ForAll String text) {
    check(text);
    check("operator: {otel-profiles: {exporters: {a: {exporter: otlp-http, endpoint: '" + text);
    check("operator:\n  otel-profiles:\n    exporters:\n      " + text + ": {exporter: file}\n");
  }

  @Property(tries = 2_000)
  void anyVariable_isReadOrWarnedOf(@ForAll String text) {
    Problems problems = new Problems();
    Problems warnings = new Problems();
    OtelEnvironment environment = OtelEnvironment.of(name -> text, name -> null);

    boolean read = ImplicitExporter.read(environment, problems, warnings) != null;

    assertThat(read).isEqualTo(problems.isEmpty());
    environment.resource(warnings);
    environment.isDisabled(warnings);
  }

  private static void check(String text) {
    Problems problems = new Problems();
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    ConfigFile file = ConfigFile.of("F", content, FILES.resolve("good"), problems);
    IgConfig config = IgConfig.read(file, name -> "hunter2", problems);
    assertThat(config.toString()).doesNotContain("hunter2");
    for (Problem problem : problems.inFileOrder()) {
      assertThat(problem.toString()).startsWith("F").doesNotContain("hunter2", "\n");
    }
  }

  /** One to three lines lose their value, their key or their place. */
  private static String changed(String text, Random random) {
    List<String> lines = new ArrayList<>(text.lines().collect(Collectors.toList()));
    for (int i = random.nextInt(3); i >= 0 && !lines.isEmpty(); i--) {
      int at = random.nextInt(lines.size());
      String line = lines.get(at);
      int colon = line.indexOf(": ");
      String value = VALUES.get(random.nextInt(VALUES.size()));
      switch (random.nextInt(4)) {
        case 0:
          lines.set(at, colon < 0 ? line + " " + value : line.substring(0, colon + 2) + value);
          break;
        case 1:
          lines.set(at, value + line);
          break;
        case 2:
          lines.remove(at);
          break;
        default:
          lines.add(random.nextInt(lines.size()), line);
          break;
      }
    }
    return String.join("\n", lines);
  }

  @Provide
  Arbitrary<String> files() {
    try (Stream<Path> files = Files.walk(FILES)) {
      return Arbitraries.of(
          files
              .filter(file -> file.toString().endsWith(".yaml"))
              .sorted()
              .map(IgConfigFuzzTest::text)
              .collect(Collectors.toList()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
