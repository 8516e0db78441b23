package dev.plumbline.config.exporters;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.config.ConfigFile;
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
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page for users and the code know the same keys, defaults and sections. */
final class ConfigurationPageTest {
  private static final Path PAGE = Path.of("../docs/configuration.md");
  private static final String EXPORTER_TABLE = "## `operator.otel-profiles.exporters.NAME`";
  private static final Pattern ROW = Pattern.compile("\\| `([a-z-]+)` \\|[^|]*\\| ([^|]*) \\|.*");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  @Test
  void exporterKeys_areThoseOfTheReader() throws IOException {
    assertThat(keys(EXPORTER_TABLE)).isEqualTo(new TreeSet<>(ExporterReader.KEYS));
  }

  @Test
  void sectionKeys_areThoseOfTheReaders() throws IOException {
    assertThat(keys("## `operator.otel-profiles`")).isEqualTo(new TreeSet<>(IgConfig.KEYS));
    assertThat(keys("### `basic`")).isEqualTo(new TreeSet<>(HeaderReader.BASIC_KEYS));
    assertThat(keys("### `tls`")).isEqualTo(new TreeSet<>(TlsReader.KEYS));
    assertThat(keys("### `retry`")).isEqualTo(new TreeSet<>(ExporterReader.RETRY_KEYS));
    assertThat(keys("### `queue`")).isEqualTo(new TreeSet<>(ExporterReader.QUEUE_KEYS));
  }

  @ParameterizedTest
  @ValueSource(strings = {"otlp-grpc", "file"})
  void defaultsOfThePage_areTheDefaults(String kind) throws IOException {
    StringBuilder written = new StringBuilder(required(kind));
    for (String key : kind.equals("file") ? List.<String>of() : List.of("tls", "retry", "queue")) {
      StringBuilder section = new StringBuilder();
      append(section, "### `" + key + "`", Set.of(), "          ");
      written.append("        ").append(key).append(":\n").append(section);
    }
    Set<String> others =
        kind.equals("file")
            ? Set.of("compression", "timeout", "insecure")
            : Set.of("max-bytes", "max-files", "insecure");
    append(written, EXPORTER_TABLE, others, "        ");

    assertThat(read(written.toString())).isEqualTo(read(required(kind)));
  }

  @Test
  void ownedSections_areOnThePage() throws IOException {
    String page = Files.readString(PAGE, UTF_8);
    for (String section : ConfigFile.OWNED_SECTIONS) {
      assertThat(page).contains("`" + section + "`");
    }
  }

  private static String required(String kind) {
    return "operator:\n  otel-profiles:\n    exporters:\n      a:\n"
        + "        exporter: "
        + kind
        + "\n"
        + (kind.equals("file") ? "        directory: d\n" : "        endpoint: h:1\n");
  }

  private static String read(String text) {
    Problems problems = new Problems();
    ConfigFile file = ConfigFile.of("F", text.getBytes(UTF_8), Path.of(""), problems);
    IgConfig config = IgConfig.read(file, Variables.NONE, problems);
    assertThat(problems.inFileOrder()).extracting(Problem::toString).isEmpty();
    return config.exporters().toString();
  }

  /** Each default that the page gives as code, written out. */
  private static void append(
      StringBuilder text, String heading, Set<String> leftOut, String indentation)
      throws IOException {
    rows(heading)
        .forEach(
            (key, defaultCell) -> {
              Matcher value = CODE.matcher(defaultCell);
              if (value.lookingAt() && !leftOut.contains(key)) {
                text.append(indentation + key + ": " + value.group(1) + "\n");
              }
            });
  }

  private static Set<String> keys(String heading) throws IOException {
    return new TreeSet<>(rows(heading).keySet());
  }

  /** Key to default of the table under a heading. */
  private static Map<String, String> rows(String heading) throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(PAGE, UTF_8));
    int start = lines.indexOf(heading);
    assertThat(start).as(heading).isNotNegative();
    Map<String, String> rows = new TreeMap<>();
    for (String line : lines.subList(start + 1, lines.size())) {
      if (line.startsWith("#")) {
        break;
      }
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        rows.put(row.group(1), row.group(2));
      }
    }
    return rows;
  }
}
