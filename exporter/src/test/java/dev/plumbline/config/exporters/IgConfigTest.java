package dev.plumbline.config.exporters;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plumbline.config.ConfigException;
import dev.plumbline.config.ConfigFile;
import dev.plumbline.config.Section;
import dev.plumbline.config.Variables;
import dev.plumbline.yaml.Problem;
import dev.plumbline.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each file under {@code good} and {@code bad} has an {@code .expected} beside it: the settings as
 * they print, or each message. {@code F} stands for the file, {@code DIR} for its directory.
 */
final class IgConfigTest {
  private static final Path FILES = Path.of("src/test/resources/dev/plumbline/config");
  private static final Variables ENVIRONMENT =
      Map.of("TEAM", "from-env", "TOKEN", "token-value", "A", "a")::get;

  static Stream<Path> good() throws IOException {
    return yamlFiles("good");
  }

  static Stream<Path> bad() throws IOException {
    return yamlFiles("bad");
  }

  @ParameterizedTest
  @MethodSource("good")
  void goodFile_isReadAsExpected(Path file) throws Exception {
    IgConfig config = IgConfig.load(file, ENVIRONMENT);

    List<String> lines = new ArrayList<>();
    if (config.selection() != null) {
      lines.add("select " + config.selection());
    }
    config.exporters().forEach(exporter -> lines.add(exporter.toString()));
    config.warnings().forEach(warning -> lines.add("warning " + warning));
    config.unusedSections().forEach(unused -> lines.add(unused.toString()));
    assertThat(lines).containsExactlyElementsOf(expected(file));
  }

  @ParameterizedTest
  @MethodSource("bad")
  void badFile_namesAllThatIsWrong(Path file) throws Exception {
    ConfigException thrown =
        catchThrowableOfType(ConfigException.class, () -> IgConfig.load(file, ENVIRONMENT));

    assertThat(thrown).isNotNull();
    assertThat(thrown.problems())
        .extracting(Problem::toString)
        .containsExactlyElementsOf(expected(file));
    assertThat(thrown.getMessage()).isEqualTo(String.join("\n", expected(file)));
    assertThat(thrown.getMessage()).doesNotContain("hunter2");
  }

  @Test
  void headers_haveTheirValuesFromTextEnvironmentAndFile() throws Exception {
    IgConfig config = IgConfig.load(FILES.resolve("good/all-keys.yaml"), ENVIRONMENT);

    assertThat(config.exporter("LAB").headers())
        .containsExactly(
            Map.entry("X-Team", "profiling"),
            Map.entry("X-From-Env", "from-env"),
            Map.entry("X-From-File", "secret-value"),
            Map.entry("authorization", "Bearer token-value"),
            Map.entry("X-Scope-OrgID", "one"));
    assertThat(config.toString())
        .doesNotContain("token-value")
        .doesNotContain("secret-value")
        .doesNotContain("from-env");
  }

  @Test
  void basic_isEncodedAsUtf8() {
    IgConfig config =
        read(
            "operator: {otel-profiles: {exporters: {a: {exporter: otlp-http,"
                + " endpoint: 'http://h', basic: {username: u, password: 'caf\u00e9='}}}}}");

    assertThat(config.exporter("a").headers())
        .containsExactly(Map.entry("authorization", "Basic dTpjYWbDqT0="));
  }

  @Test
  void exporterName_isMatchedWithoutCaseAndKept() {
    IgConfig config =
        read("operator: {otel-profiles: {exporters: {MyExp: {exporter: file, directory: d}}}}");

    assertThat(config.exporter("myEXP").name()).isEqualTo("MyExp");
    assertThat(config.exporter("my")).isNull();
  }

  @Test
  void missingFile_isOneProblem() {
    assertThatThrownBy(() -> IgConfig.load(Path.of("no-such-dir/ig-config.yaml"), Variables.NONE))
        .isInstanceOf(ConfigException.class)
        .hasMessage("no-such-dir/ig-config.yaml: no such file");
  }

  @Test
  void directoryAsFile_isOneProblem() {
    assertThatThrownBy(() -> IgConfig.load(FILES, Variables.NONE))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith(FILES + ": cannot be read: ");
  }

  @Test
  void withoutAFile_nothingIsConfigured() {
    assertThat(IgConfig.none().exporters()).isEmpty();
    assertThat(IgConfig.none().selection()).isNull();
    assertThat(IgConfig.none().unusedSections()).isEmpty();
  }

  @Test
  void otherSections_areCheckedInTheSameRun() {
    Problems problems = new Problems();
    ConfigFile file =
        file("jvm: {intervall: 5s}\noperator: {otel-profiles: {exporter: 1}}", problems);

    IgConfig.read(file, Variables.NONE, problems);
    Section jvm = file.section("jvm", Set.of("interval", "cpu"));

    assertThat(jvm.isPresent()).isTrue();
    assertThat(problems.inFileOrder())
        .extracting(Problem::toString)
        .containsExactly(
            "F:1:7: jvm.intervall: unknown key, the nearest known key is interval",
            "F:2:28: operator.otel-profiles.exporter: unknown key, the nearest known key is"
                + " exporters");
  }

  /** Item 50 of §8 of the OTLP study: whoever asks for JSON is told, and never sent protobuf. */
  @Test
  void item50_json_isNotOffered() {
    Problems problems = new Problems();

    IgConfig.read(
        file(
            "operator: {otel-profiles: {exporters: {e: {exporter: otlp-http,"
                + " endpoint: \"localhost:4318\", encoding: json}}}}",
            problems),
        Variables.NONE,
        problems);

    assertThat(problems.inFileOrder())
        .singleElement()
        .asString()
        .contains("operator.otel-profiles.exporters.e.encoding: unknown key");
  }

  @Test
  void exporters_overTheirBound_areRefused() {
    StringBuilder text = new StringBuilder("operator:\n  otel-profiles:\n    exporters:\n");
    for (int i = 0; i < 101; i++) {
      text.append("      e" + i + ": {exporter: file, directory: d}\n");
    }
    Problems problems = new Problems();

    IgConfig.read(file(text.toString(), problems), Variables.NONE, problems);

    assertThat(problems.inFileOrder())
        .extracting(Problem::toString)
        .containsExactly("F:104:7: operator.otel-profiles.exporters: more than 100 exporters");
  }

  private static IgConfig read(String text) {
    Problems problems = new Problems();
    IgConfig config = IgConfig.read(file(text, problems), Variables.NONE, problems);
    assertThat(problems.inFileOrder()).isEmpty();
    return config;
  }

  private static ConfigFile file(String text, Problems problems) {
    return ConfigFile.of("F", text.getBytes(UTF_8), Path.of("/base"), problems);
  }

  private static Stream<Path> yamlFiles(String directory) throws IOException {
    try (Stream<Path> files = Files.list(FILES.resolve(directory))) {
      return files
          .filter(file -> file.toString().endsWith(".yaml"))
          .sorted()
          .collect(Collectors.toList())
          .stream();
    }
  }

  private static List<String> expected(Path file) throws IOException {
    String directory = file.toAbsolutePath().getParent().toString();
    Path lines = Path.of(file.toString().replace(".yaml", ".expected"));
    return Files.readAllLines(lines, UTF_8).stream()
        .map(line -> line.replace("DIR/", directory + "/"))
        .map(line -> line.replaceFirst("(?<![^ ])F:", file + ":"))
        .collect(Collectors.toList());
  }
}
