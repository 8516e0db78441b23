package dev.plumbline.output;

import static dev.plumbline.output.TestSources.SAMPLES;
import static dev.plumbline.output.TestSources.records;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.gadget.Annotations;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.Field;
import dev.plumbline.gadget.FieldKind;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;
import dev.plumbline.sampling.AttributeNaming;
import dev.plumbline.sampling.MappingReader;
import dev.plumbline.sampling.SampleMapping;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every output mode over the same records. */
class RecordOutputsTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private String shown(String mode, String fields) throws IOException {
    RecordSink sink = sink(mode, fields, false);
    sink.accept(records());
    sink.finish(1_000, 5_000);
    return out.toString(StandardCharsets.UTF_8);
  }

  private RecordSink sink(String mode, String fields, boolean isTerminal) throws IOException {
    SampleMapping mapping =
        new MappingReader(AttributeNaming.DOTTED, warning -> {}).read(SAMPLES, Map.of()).get();
    RecordOutputs outputs =
        new RecordOutputs(OutputChoice.parse(mode), FieldChoice.of(fields), out, isTerminal);
    return outputs.sink(
        SAMPLES,
        mapping,
        Resource.of(Attributes.EMPTY),
        Scope.of("test", "1"),
        () -> "half of it complete");
  }

  @Test
  void columns_haveTitlesOnceOneLineARecordAndTheRemark() throws IOException {
    assertThat(shown("columns", "samples,proc.comm,user_stack_raw.symbols").lines())
        .containsExactly(
            "         SAMPLES PROC.COMM        USER_STACK_RAW.…",
            "               5 a                leaf; main;",
            "               2 b,c              other; main;",
            "               9 a                read; main;",
            "# half of it complete");
  }

  @Test
  void json_isOneSortedArrayALine() throws IOException {
    assertThat(shown("json", "samples,proc.comm,proc.pid,kern_stack,idle,load"))
        .isEqualTo(
            "[{\"idle\":false,\"kern_stack\":\"\",\"load\":0.5,\"proc\":{\"comm\":\"a\",\"pid\":10},"
                + "\"samples\":5},"
                + " {\"idle\":true,\"kern_stack\":\"\",\"load\":1.5,\"proc\":{\"comm\":\"b,c\",\"pid\":20},"
                + "\"samples\":2},"
                + " {\"idle\":false,\"kern_stack\":\"k1; k2; \",\"load\":2.5,"
                + "\"proc\":{\"comm\":\"a\",\"pid\":10},\"samples\":9}]\n");
  }

  @Test
  void prettyJson_saysTheSame() throws IOException {
    String pretty = shown("jsonpretty", "samples,proc.comm");
    assertThat(pretty).startsWith("[\n  {\n    \"proc\": {\n      \"comm\": \"a\"\n    },\n");
    out.reset();
    assertThat(pretty.replaceAll("\\s+", ""))
        .isEqualTo(shown("json", "samples,proc.comm").replaceAll("\\s+", ""));
  }

  @Test
  void yaml_isOneDocumentAFetch() throws IOException {
    RecordSink sink = sink("yaml", "samples,proc.comm", false);
    sink.accept(records());
    sink.accept(new TestRecords(SAMPLES));
    sink.finish(1, 2);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .startsWith("- proc:\n    comm: \"a\"\n  samples: 5\n- proc:\n    comm: \"b,c\"\n")
        .endsWith("---\n[]\n");
  }

  @Test
  void folded_addsUpRootFirst() throws IOException {
    RecordSink sink = sink("folded", "", false);
    sink.accept(records());
    sink.accept(records());
    assertThat(out.size()).isZero();
    sink.finish(1_000, 5_000);
    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .containsExactly("a;main;leaf 10", "a;main;read;k2;k1 18", "b,c;main;other 4");
  }

  @Test
  void pprof_goesCompressedToAFile(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("cpu.pb.gz");
    assertThat(shown("pprof=" + file, "")).isEmpty();
    byte[] content =
        new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(file))).readAllBytes();
    assertThat(new String(content, StandardCharsets.ISO_8859_1)).contains("leaf", "nanoseconds");
  }

  @Test
  void otlp_isOneRequest() throws IOException {
    assertThat(shown("otlp", "")).contains("leaf", "proc.comm", "process_cpu".substring(8));
  }

  @Test
  void binaryModes_areRefusedOnATerminal() {
    assertThatThrownBy(() -> sink("pprof", "", true))
        .isInstanceOf(OutputException.class)
        .hasMessageContaining("standard output is a terminal");
  }

  @Test
  void none_hasNoSink() throws IOException {
    assertThat(sink("none", "", false)).isNull();
  }

  @Test
  void unknownModesAndFields_areNamed() {
    assertThatThrownBy(() -> OutputChoice.parse("colums"))
        .hasMessageContaining("\"colums\" is not known, expected one of columns, json");
    assertThatThrownBy(() -> OutputChoice.parse("json,samples:yaml")).hasMessageContaining("mixes");
    assertThatThrownBy(() -> OutputChoice.parse("folded=a,json"))
        .hasMessage("output \"folded=a,json\" names two modes, expected one");
    assertThatThrownBy(() -> sink("json", "proc.nobody", false))
        .hasMessageStartingWith(
            "field \"proc.nobody\" not found in datasource \"samples\", expected one of ")
        .hasMessageContaining(", proc.comm");
  }

  @Test
  void modes_mayDifferByDataSource() {
    OutputChoice choice = OutputChoice.parse("samples:json,allocs:pprof=/tmp/a:b.pb");
    assertThat(choice.of("SAMPLES").mode()).isEqualTo(OutputMode.JSON);
    assertThat(choice.of("allocs").file()).isEqualTo(Path.of("/tmp/a:b.pb"));
    assertThat(choice.of("other").mode()).isEqualTo(OutputMode.NONE);
  }

  @Test
  void relativeFields_changeTheDefault() {
    assertThat(FieldChoice.of("-idle,-load,-kern_stack").columns(SAMPLES))
        .containsExactly(1, 2, 3, 4);
    assertThat(FieldChoice.of("other:idle;samples:load,idle").columns(SAMPLES))
        .containsExactly(6, 5);
  }

  @Test
  void columns_letNoNameControlTheTerminal() throws IOException {
    RecordSink sink = sink("columns", "proc.comm,user_stack_raw.symbols", false);
    sink.accept(
        new TestRecords(SAMPLES)
            .row(
                TestSources.stack(),
                TestSources.stack("f\r\u009b1m"),
                1L,
                "a\u001b[2J\nb",
                1L,
                false,
                0.0));
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("\na\ufffd[2J b          f\ufffd\ufffd1m;\n");
  }

  @Test
  void fieldBelowAFieldWithAValue_standsBesideIt() throws IOException {
    DataSource pods =
        DataSource.of(
            "pods",
            DataSource.Arrival.ARRAY,
            Annotations.EMPTY,
            List.of(
                Field.of("k8s.namespace.name", FieldKind.STRING),
                Field.of("k8s.namespace", FieldKind.STRING),
                Field.of("k8s.pod.name", FieldKind.STRING)));
    RecordSink sink =
        new DocumentSink(OutputMode.JSON, pods, FieldChoice.DEFAULT, TextOutput.open(null, out));
    sink.accept(new TestRecords(pods).row("shop", "shop", "cart"));
    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            "[{\"k8s\":{\"namespace\":\"shop\",\"namespace.name\":\"shop\","
                + "\"pod\":{\"name\":\"cart\"}}}]\n");
  }

  @Test
  void texts_areEscapedAsJsonHasIt() throws IOException {
    RecordSink sink = sink("json", "proc.comm", false);
    sink.accept(
        new TestRecords(SAMPLES)
            .row(
                TestSources.stack(),
                TestSources.stack(),
                1L,
                "a\"\\\n\u0001\ud800x\ud83d\ude00",
                1L,
                false,
                0.0));
    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo("[{\"proc\":{\"comm\":\"a\\\"\\\\\\n\\u0001\\ud800x\ud83d\ude00\"}}]\n");
  }
}
