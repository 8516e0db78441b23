package dev.plumbline.config.exporters;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.config.ConfigFile;
import dev.plumbline.config.Variables;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.yaml.Problem;
import dev.plumbline.yaml.Problems;
import dev.plumbline.yaml.SourcePosition;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ExporterChoiceTest {
  private static final String FILE_EXPORTER = "{exporter: file, directory: d}";

  private final Map<String, String> environment = new HashMap<>();
  private final Problems problems = new Problems();
  private final Problems warnings = new Problems();

  @Test
  void selection_isTakenFromTheFirstThatSaysIt() {
    IgConfig config = file("otel-profiles-exporter: d, exporters: {}");
    assertThat(find(null, config)).isEqualTo("F:1:28: d");

    environment.put("INSPEKTOR_GADGET_OPERATOR_OTEL_PROFILES_OTEL_PROFILES_EXPORTER", "c");
    assertThat(find(null, config))
        .isEqualTo("INSPEKTOR_GADGET_OPERATOR_OTEL_PROFILES_OTEL_PROFILES_EXPORTER: c");

    environment.put("PLUMBLINE_OTEL_PROFILES_EXPORTER", "b");
    assertThat(find(null, config)).isEqualTo("PLUMBLINE_OTEL_PROFILES_EXPORTER: b");
    assertThat(find("", config)).isEqualTo("PLUMBLINE_OTEL_PROFILES_EXPORTER: b");
    assertThat(find("a", config)).isEqualTo("--otel-profiles-exporter: a");
  }

  @Test
  void nothingSelected_isNull() {
    assertThat(SelectionText.find(null, Variables.NONE, IgConfig.none())).isNull();
  }

  @Test
  void agent_withoutAFile_usesOtel() {
    ExporterChoice choice = agent(null, IgConfig.none());

    assertNames(choice, "otel");
    assertThat(choice.explanation()).isEqualTo("exports with otel (no configuration file)");
    assertThat(choice.selection().exportersOf("any")).containsExactly("otel");
  }

  @Test
  void agent_withOneExporterInTheFile_usesIt() {
    ExporterChoice choice = agent(null, file("exporters: {Lab: " + FILE_EXPORTER + "}"));

    assertNames(choice, "Lab");
    assertThat(choice.explanation()).isEqualTo("exports with Lab (the only exporter of F)");
  }

  @Test
  void agent_withSeveralInTheFile_exportsNothingAndNamesThem() {
    ExporterChoice choice =
        agent(null, file("exporters: {b: " + FILE_EXPORTER + ", a: " + FILE_EXPORTER + "}"));

    assertNames(choice);
    assertThat(choice.selection().isNone()).isTrue();
    assertThat(choice.explanation())
        .isEqualTo(
            "nothing is exported: F has the exporters b, a; select with otel-profiles-exporter");
  }

  @Test
  void agent_withAFileWithoutExporters_exportsNothing() {
    ExporterChoice choice = agent(null, file(""));

    assertNames(choice);
    assertThat(choice.explanation())
        .isEqualTo(
            "nothing is exported: F has no exporters; select with otel-profiles-exporter=otel");
  }

  @Test
  void agent_selectingOtelBesideAFile_usesTheVariables() {
    environment.put("OTEL_EXPORTER_OTLP_ENDPOINT", "http://h:1");
    ExporterChoice choice = agent("OTEL", file("exporters: {a: " + FILE_EXPORTER + "}"));

    assertThat(choice.exporters().get(0).endpoint()).isEqualTo("h:1");
  }

  @Test
  void variables_neverChangeAnExporterOfTheFile() {
    environment.put("OTEL_EXPORTER_OTLP_ENDPOINT", "http://elsewhere:1");
    environment.put("OTEL_EXPORTER_OTLP_HEADERS", "a=1");
    environment.put("OTEL_EXPORTER_OTLP_PROTOCOL", "nonsense");
    ExporterChoice choice =
        agent(null, file("exporters: {otel: {exporter: otlp-grpc, endpoint: 'here:2'}}"));

    assertThat(choice.exporters().get(0).endpoint()).isEqualTo("here:2");
    assertThat(choice.exporters().get(0).headers()).isEmpty();
    assertThat(problems.isEmpty()).isTrue();
  }

  @Test
  void severalNames_areAllUsed() {
    IgConfig config =
        file(
            "exporters: {a: "
                + FILE_EXPORTER
                + ", B: "
                + FILE_EXPORTER
                + ", c: "
                + FILE_EXPORTER
                + "}");

    assertNames(agent("b,A", config), "B", "a");
    ExporterChoice perDataSource = agent("jvm_cpu:b,jvm_alloc:c", config);
    assertThat(perDataSource.selection().exportersOf("jvm_cpu")).containsExactly("B");
    assertThat(perDataSource.selection().exportersOf("jvm_lock")).isEmpty();
  }

  @Test
  void none_exportsNothing() {
    ExporterChoice choice = agent("none", file("exporters: {a: " + FILE_EXPORTER + "}"));

    assertNames(choice);
    assertThat(choice.explanation()).isEqualTo("nothing is exported (test)");
    assertThat(problems.isEmpty()).isTrue();
  }

  @Test
  void unknownName_isAProblemWhereItWasWritten() {
    agent("x", file("exporters: {a: " + FILE_EXPORTER + "}"));

    assertThat(problems.inFileOrder())
        .extracting(Problem::toString)
        .containsExactly("test: exporter \"x\" is not configured, expected one of a, otel");
  }

  @Test
  void mixedForms_areAProblem() {
    agent("a,ds:a", file("exporters: {a: " + FILE_EXPORTER + "}"));

    assertThat(problems.inFileOrder())
        .singleElement()
        .asString()
        .startsWith("test: exporter selection \"a,ds:a\" mixes names");
  }

  @Test
  void faultyExporter_isNotAlsoUnknown() {
    IgConfig config = read("exporters: {a: {exporter: otlp-grpc}}");

    agent("a", config);

    assertThat(problems.inFileOrder())
        .extracting(Problem::toString)
        .containsExactly(
            "F:1:40: operator.otel-profiles.exporters.a.endpoint: missing, expected host:port or a"
                + " URL");
  }

  @Test
  void sidecar_exportsOnlyWhatIsNamed() {
    IgConfig config = file("exporters: {a: " + FILE_EXPORTER + "}");
    OtelEnvironment otel = OtelEnvironment.of(environment::get, Variables.NONE);

    ExporterChoice unnamed = ExporterChoice.ofSidecar(null, config, otel, problems, warnings);
    assertNames(unnamed);
    assertThat(unnamed.explanation())
        .isEqualTo(
            "nothing is exported: F has the exporters a; select with otel-profiles-exporter");
    assertThat(
            ExporterChoice.ofSidecar(null, IgConfig.none(), otel, problems, warnings).explanation())
        .isEqualTo(
            "nothing is exported: no exporter is named; select with otel-profiles-exporter=otel");
    SelectionText named = SelectionText.find("a", environment::get, config);
    assertNames(ExporterChoice.ofSidecar(named, config, otel, problems, warnings), "a");
  }

  private ExporterChoice agent(@Nullable String selection, IgConfig config) {
    SelectionText selected =
        selection == null ? null : SelectionText.of(SourcePosition.of("test"), selection);
    OtelEnvironment otel = OtelEnvironment.of(environment::get, Variables.NONE);
    return ExporterChoice.ofAgent(selected, config, otel, problems, warnings);
  }

  private @Nullable String find(@Nullable String flag, IgConfig config) {
    SelectionText found = SelectionText.find(flag, environment::get, config);
    return found == null ? null : found.toString();
  }

  private IgConfig file(String section) {
    IgConfig config = read(section);
    assertThat(problems.inFileOrder()).isEmpty();
    return config;
  }

  private IgConfig read(String section) {
    byte[] content = ("operator: {otel-profiles: {" + section + "}}").getBytes(UTF_8);
    ConfigFile file = ConfigFile.of("F", content, Path.of(""), problems);
    return IgConfig.read(file, environment::get, problems);
  }

  private static void assertNames(ExporterChoice choice, String... names) {
    assertThat(choice.exporters()).extracting(ExporterSettings::name).containsExactly(names);
  }
}
