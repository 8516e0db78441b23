package dev.plumbline.descriptor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plumbline.gadget.Annotations;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.DataSource.Arrival;
import dev.plumbline.gadget.Field;
import dev.plumbline.gadget.FieldKind;
import dev.plumbline.yaml.YamlLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DescriptorLoaderTest {
  private final List<String> warnings = new ArrayList<>();

  private static GadgetDescriptor load(String... lines) {
    return DescriptorLoader.load("gadget.yaml", String.join("\n", lines).getBytes(UTF_8));
  }

  private static List<String> faults(String... lines) {
    DescriptorException refused =
        catchThrowableOfType(DescriptorException.class, () -> load(lines));
    assertThat(refused).as("accepted").isNotNull();
    List<String> faults = new ArrayList<>();
    refused.problems().forEach(problem -> faults.add(problem.toString()));
    assertThat(refused).hasMessage(String.join("\n", faults));
    return faults;
  }

  private static byte[] everyKey() {
    try (InputStream in = DescriptorLoaderTest.class.getResourceAsStream("every-key.yaml")) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void load_ofEveryKey_keepsIt() {
    GadgetDescriptor gadget = DescriptorLoader.load("every-key.yaml", everyKey());
    assertThat(gadget.name()).isEqualTo("every_key");
    assertThat(gadget.description()).isEqualTo("Holds every key that a descriptor may have.");
    assertThat(gadget.homepageUrl()).isEqualTo("https://plumbline.dev/");
    assertThat(gadget.documentationUrl()).endsWith("/every_key");
    assertThat(gadget.sourceUrl()).endsWith("/source");
    assertThat(gadget.annotations().get("enable-containers-datasource")).isEqualTo("true");
    assertThat(gadget.warnings()).isEmpty();
    assertThat(gadget.dataSources())
        .extracting(DataSourceDescriptor::name)
        .containsExactly("samples", "counts");
    assertThat(gadget.customParameters()).containsOnlyKeys("mode");
    assertThat(gadget.operatorSettings()).containsEntry("otel-profiles.some.deep", "value");
    ProgramDescriptor program = gadget.programs().get(0);
    assertThat(program.name()).isEqualTo("profiler");
    assertThat(program.setting("Sampler.frequency")).isEqualTo("49");
    assertThat(program.setting("attach_to")).isEqualTo("cpu");
    assertThat(program.setting("perf.sampleType")).isEmpty();
  }

  @Test
  void load_ofEveryKey_readsDataSources() {
    DataSourceDescriptor samples =
        DescriptorLoader.load("every-key.yaml", everyKey()).dataSource("SAMPLES");
    assertThat(samples.tags()).containsExactly("kind:profile", "one");
    assertThat(samples.annotations().asMap())
        .containsEntry("ebpf.map.flush-on-stop", "true")
        .containsEntry("fetch-count", "0")
        .containsEntry("profiles.period", "${frequency:hz}");
    assertThat(samples.fields()).hasSize(8);
    assertThat(samples.fields().get(0).tags()).containsExactly("operator:kstack");
    FieldDescriptor container = samples.fields().get(5);
    assertThat(container.fullName()).isEqualTo("runtime.containerName");
    assertThat(container.annotations().get("profiles.sample-attribute")).isEqualTo("true");
    assertThat(container.position()).hasToString("every-key.yaml:41:7");
  }

  @Test
  void load_ofEveryKey_readsParameters() {
    GadgetDescriptor gadget = DescriptorLoader.load("every-key.yaml", everyKey());
    assertThat(gadget.parameters())
        .extracting(GadgetParameter::toString)
        .containsExactly(
            "ebpf.frequency as frequency=97",
            "ebpf.targ_pid as pid=",
            "jvm.interval as interval=10ms",
            "ebpf.include_idle as include-idle=false");
    assertThat(gadget.parameter("Frequency").setting("valueHint")).isEqualTo("number");
    assertThat(gadget.parameter("frequency").allowedValues()).containsExactly("49", "97");
    assertThat(gadget.parameterValues(Map.of("FREQUENCY", "49")))
        .containsEntry("frequency", "49")
        .containsEntry("interval", "10ms")
        .containsEntry("include-idle", "true")
        .containsEntry("pid", "");
    assertThatThrownBy(() -> gadget.parameterValues(Map.of("frequency", "19")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "parameter \"frequency\" of gadget \"every_key\" is \"19\", expected one of"
                + " [49, 97]");
    assertThatThrownBy(() -> gadget.parameterValues(Map.of("freq", "19")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "gadget \"every_key\" has no parameter \"freq\", expected one of"
                + " [frequency, pid, interval, include-idle]");
  }

  @Test
  void load_ofKeysInAnyCase_findsThem() {
    GadgetDescriptor gadget =
        load(
            "NAME: x",
            "dataSources:",
            "  s:",
            "    Annotations: {Profiles.Value-Field: v}",
            "EBPFParams: {a: {KEY: b}}",
            "paramdefaults: {operator.b: c}");
    assertThat(gadget.name()).isEqualTo("x");
    assertThat(gadget.dataSource("S").annotations().get("profiles.value-field")).isEqualTo("v");
    assertThat(gadget.parameterValues(Map.of())).containsEntry("b", "c");
    assertThat(gadget.warnings()).isEmpty();
  }

  @Test
  void load_ofScalars_givesTheirText() {
    Annotations annotations =
        load(
                "name: x",
                "annotations: {a: true, b: True, c: FALSE, d: 'True', e: 1.10, f: 007, g: , h: ~}")
            .annotations();
    assertThat(annotations.asMap())
        .containsEntry("a", "true")
        .containsEntry("b", "true")
        .containsEntry("c", "false")
        .containsEntry("d", "True")
        .containsEntry("e", "1.10")
        .containsEntry("f", "007")
        .containsEntry("g", "")
        .containsEntry("h", "");
  }

  @Test
  void load_ofWrongShapes_namesAllOfThem() {
    assertThat(
            faults(
                "name: [a]",
                "annotations: {k: {deep: 1}}",
                "datasources:",
                "  s:",
                "    annotations: text",
                "    tags: {a: b}",
                "    fields:",
                "      f: [x]",
                "      g: {annotations: {k: [1]}, tags: [[1]]}",
                "  S: {}",
                "params: {ebpf: {a: {key: k}, b: {key: K}}, custom: {c: 1}}",
                "programs: 1",
                "Name: twice"))
        .containsExactly(
            "gadget.yaml:1:7: key \"name\" is a list, expected a single value",
            "gadget.yaml:2:18: key \"annotations.k\" is a mapping, expected a single value",
            "gadget.yaml:5:18: key \"datasources.s.annotations\" is a single value, expected a"
                + " mapping",
            "gadget.yaml:6:11: key \"datasources.s.tags\" is a mapping, expected a single value",
            "gadget.yaml:8:10: key \"datasources.s.fields.f\" is a list, expected a mapping",
            "gadget.yaml:9:28: key \"datasources.s.fields.g.annotations.k\" is a list, expected a"
                + " single value",
            "gadget.yaml:9:41: key \"datasources.s.fields.g.tags\" has a list in it, expected"
                + " texts",
            "gadget.yaml:10:3: key \"datasources.S\" stands twice, expected once (keys are compared"
                + " without case), first in line 4",
            "gadget.yaml:11:30: parameter key \"K\" stands twice, expected different keys",
            "gadget.yaml:11:56: key \"params.custom.c\" is a single value, expected a mapping",
            "gadget.yaml:12:11: key \"programs\" is a single value, expected a mapping",
            "gadget.yaml:13:1: key \"Name\" stands twice, expected once (keys are compared without"
                + " case), first in line 1");
  }

  @Test
  void load_ofProfileAnnotationsWithATypo_isRefused() {
    assertThat(
            faults(
                "name: x",
                "datasources:",
                "  s:",
                "    annotations: {profiles.stack-field: a, profiles.link: trace-id}",
                "    fields:",
                "      f: {annotations: {profiles.value-field: v}}",
                "      g: {annotations: {profiles.link: spanid}}"))
        .containsExactly(
            "gadget.yaml:4:19: annotation \"profiles.stack-field\" is not known here, expected one"
                + " of profiles.stack-fields, profiles.value-field, profiles.name, profiles.type,"
                + " profiles.unit, profiles.period-type, profiles.period, profiles.accumulation",
            "gadget.yaml:4:44: annotation \"profiles.link\" is not known here, expected one of"
                + " profiles.stack-fields, profiles.value-field, profiles.name, profiles.type,"
                + " profiles.unit, profiles.period-type, profiles.period, profiles.accumulation",
            "gadget.yaml:6:25: annotation \"profiles.value-field\" is not known here, expected one"
                + " of profiles.sample-attribute, profiles.resource-attribute, profiles.link,"
                + " profiles.frame-type",
            "gadget.yaml:7:40: annotation \"profiles.link\" is \"spanid\", expected trace-id or"
                + " span-id");
  }

  @Test
  void load_ofProfileAnnotationsWithABadValue_isRefused() {
    assertThat(
            faults(
                "name: x",
                "params: {jvm: {interval: {}}}",
                "datasources:",
                "  s:",
                "    annotations:",
                "      profiles.period-type: cpu",
                "      profiles.period: ${intervall}",
                "      profiles.accumulation: gauge",
                "  t: {annotations: {profiles.period: 10ms}}",
                "  u: {annotations: {profiles.period: '${interval:khz}'}}",
                "  v: {annotations: {profiles.period: '${Interval:hz}'}}"))
        .containsExactly(
            "gadget.yaml:6:29: annotation \"profiles.period-type\" is \"cpu\", expected TYPE/UNIT"
                + " such as cpu/nanoseconds",
            "gadget.yaml:7:24: annotation \"profiles.period\" is \"${intervall}\", expected one of"
                + " the parameters [interval]",
            "gadget.yaml:8:30: annotation \"profiles.accumulation\" is \"gauge\", expected flow or"
                + " stock",
            "gadget.yaml:9:38: annotation \"profiles.period\" is \"10ms\", expected an integer,"
                + " ${parameter} or ${parameter:hz}",
            "gadget.yaml:10:38: annotation \"profiles.period\" is \"${interval:khz}\", expected an"
                + " integer, ${parameter} or ${parameter:hz}");
  }

  @Test
  void load_ofUnknownKeys_warnsAndGoesOn() {
    GadgetDescriptor gadget =
        load(
            "name: x",
            "datasource: {}",
            "datasources: {s: {field: {}, fields: {f: {annotations: {template: pidd}, kind: a}}}}",
            "params: {jvm: {a: {default: 1}}}");
    assertThat(gadget.warnings())
        .extracting(Object::toString)
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .startsWith("gadget.yaml:2:1: key \"datasource\" is not known, expected one of")
                    .contains("datasources"),
            line -> assertThat(line).contains("\"datasources.s.field\"").endsWith("fields"),
            line -> assertThat(line).contains("template \"pidd\" is not known").contains("pid,"),
            line -> assertThat(line).contains("\"datasources.s.fields.f.kind\""),
            line -> assertThat(line).contains("\"params.jvm.a.default\"").contains("defaultValue"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "~", "# nothing", "{}"})
  void load_ofNothing_warnsOfTheName(String content) {
    assertThat(load(content).warnings())
        .extracting(Object::toString)
        .containsExactly(
            "gadget.yaml:1:1: descriptor has no name, expected key \"name\" with a text");
  }

  @Test
  void load_ofNoMapping_isRefused() {
    assertThat(faults("just text"))
        .containsExactly("gadget.yaml:1:1: descriptor is a single value, expected a mapping");
    assertThat(faults("- a")).hasSize(1);
    assertThat(faults("a: [")).hasSize(1);
  }

  @Test
  void load_beyondALimit_isRefused() throws IOException {
    byte[] large = ("# " + "x".repeat(YamlLimits.DEFAULT.maxBytes())).getBytes(UTF_8);
    assertThatThrownBy(() -> DescriptorLoader.load("big.yaml", large))
        .isInstanceOf(DescriptorException.class);
    assertThatThrownBy(() -> DescriptorLoader.load("big.yaml", new ByteArrayInputStream(large)))
        .isInstanceOf(DescriptorException.class)
        .hasMessageStartingWith("big.yaml: file is over");
    assertThat(faults("a: " + "[".repeat(70) + "]".repeat(70))).hasSize(1);
    StringBuilder laughs = new StringBuilder("a: &a [x,x,x,x,x,x,x,x,x,x]\n");
    for (char c = 'b'; c < 'h'; c++) {
      String before = "*" + (char) (c - 1);
      laughs.append(c).append(": &").append(c).append(" [");
      laughs.append(String.join(",", Collections.nCopies(10, before))).append("]\n");
    }
    assertThat(faults(laughs.toString())).hasSize(1);
    try (InputStream in = DescriptorLoaderTest.class.getResourceAsStream("every-key.yaml")) {
      assertThat(DescriptorLoader.load("every-key.yaml", in).name()).isEqualTo("every_key");
    }
  }

  private static DataSource probe(Field... fields) {
    return DataSource.of(
        "Samples",
        Arrival.ARRAY,
        Annotations.of(Map.of("probe", "1", "k", "probe")),
        List.of(fields));
  }

  @Test
  void annotate_laysTheDescriptorOverTemplateOverProbe() {
    GadgetDescriptor gadget =
        load(
            "name: x",
            "datasources:",
            "  samples:",
            "    annotations: {k: descriptor}",
            "    fields:",
            "      PROC.pid: {annotations: {template: pid, columns.minwidth: 9}}");
    DataSource annotated =
        gadget.annotate(
            probe(
                Field.of(
                    "proc.pid",
                    FieldKind.UINT32,
                    Annotations.of(
                        Map.of("own", "1", "columns.alignment", "left", "columns.minwidth", "1"))),
                Field.of("proc.tid", FieldKind.UINT32, Annotations.of(Map.of("template", "tid")))),
            warnings::add);
    assertThat(annotated.name()).isEqualTo("Samples");
    assertThat(annotated.annotations().asMap())
        .containsEntry("probe", "1")
        .containsEntry("k", "descriptor");
    assertThat(annotated.field(0).fullName()).isEqualTo("proc.pid");
    assertThat(annotated.field(0).kind()).isEqualTo(FieldKind.UINT32);
    assertThat(annotated.field(0).annotations().asMap())
        .containsEntry("own", "1")
        .containsEntry("columns.alignment", "right")
        .containsEntry("columns.minwidth", "9");
    assertThat(annotated.field(1).annotations().asMap()).containsOnlyKeys("template");
    assertThat(warnings).isEmpty();
  }

  @Test
  void annotate_aFieldThatTheProbeLacks_isRefusedOrForEnrichmentWarnedOf() {
    GadgetDescriptor gadget =
        load(
            "name: x",
            "datasources:",
            "  samples:",
            "    fields:",
            "      kern_stak: {}",
            "      k8s.podName: {}",
            "      sample: {}");
    DataSource probe = probe(Field.of("kern_stack", FieldKind.STACK));
    assertThatThrownBy(() -> gadget.annotate(probe, warnings::add))
        .isInstanceOf(DescriptorException.class)
        .hasMessage(
            "gadget.yaml:5:7: field \"kern_stak\" is not in data source \"Samples\", expected one"
                + " of [kern_stack]\n"
                + "gadget.yaml:7:7: field \"sample\" is not in data source \"Samples\", expected"
                + " one of [kern_stack]");
    assertThat(warnings)
        .containsExactly(
            "gadget.yaml:6:7: field \"k8s.podName\" is not in data source \"Samples\", expected"
                + " one of [kern_stack]; left out");
  }

  @Test
  void annotate_aDataSourceWithoutDescriptor_staysAsItIs() {
    DataSource probe = probe();
    assertThat(load("name: x").annotate(probe, warnings::add)).isSameAs(probe);
  }

  @Property(tries = 300)
  void load_ofAnyText_answersOrRefuses(@ForAll String text) {
    loadOrRefuse(text.getBytes(UTF_8));
  }

  @Property(tries = 200)
  void load_ofADamagedDescriptor_answersOrRefuses(
      @ForAll @IntRange(max = 2_500) int position, @ForAll byte value) {
    byte[] damaged = everyKey();
    damaged[position % damaged.length] = value;
    loadOrRefuse(damaged);
    byte[] cut = Arrays.copyOf(everyKey(), position % damaged.length);
    loadOrRefuse(cut);
  }

  private static void loadOrRefuse(byte[] content) {
    try {
      DescriptorLoader.load("gadget.yaml", content);
    } catch (DescriptorException refused) {
      assertThat(refused.problems()).isNotEmpty();
    }
  }
}
