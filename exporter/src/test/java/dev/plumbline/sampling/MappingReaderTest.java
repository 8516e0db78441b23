package dev.plumbline.sampling;

import static dev.plumbline.gadget.FieldKind.BOOL;
import static dev.plumbline.gadget.FieldKind.BYTES;
import static dev.plumbline.gadget.FieldKind.CSTRING;
import static dev.plumbline.gadget.FieldKind.FLOAT64;
import static dev.plumbline.gadget.FieldKind.INT32;
import static dev.plumbline.gadget.FieldKind.STACK;
import static dev.plumbline.gadget.FieldKind.STRING;
import static dev.plumbline.gadget.FieldKind.UINT32;
import static dev.plumbline.gadget.FieldKind.UINT64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.FieldKind;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileType.Accumulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MappingReaderTest {
  private static final String ATTRIBUTE = ProfileAnnotations.SAMPLE_ATTRIBUTE;
  private static final String RESOURCE = ProfileAnnotations.RESOURCE_ATTRIBUTE;

  private final List<String> warnings = new ArrayList<>();

  private static DataSources samples() {
    return DataSources.named("samples")
        .annotation("profiles.stack-fields", "kern_stack,user_stack_raw.symbols")
        .annotation("profiles.value-field", "samples")
        .field("kern_stack", STRING)
        .field("user_stack_raw.symbols", STRING)
        .field("samples", UINT64);
  }

  private Optional<SampleMapping> read(DataSources source, String... parameters) {
    return read(AttributeNaming.DOTTED, source, parameters);
  }

  private Optional<SampleMapping> read(
      AttributeNaming naming, DataSources source, String... parameters) {
    Map<String, String> values =
        parameters.length == 0 ? Map.of() : Map.of(parameters[0], parameters[1]);
    return new MappingReader(naming, warnings::add).read(source.build(), values);
  }

  private static List<String> keys(List<AttributeField> fields) {
    List<String> keys = new ArrayList<>();
    fields.forEach(field -> keys.add(field.key()));
    return keys;
  }

  @Test
  void profileType_ofTheTwoMandatoryAnnotations_isIgs() {
    assertThat(read(samples()).orElseThrow().profileType())
        .isEqualTo(ProfileType.builder("samples", "count").periodType("samples", "count").build());
    assertThat(warnings).isEmpty();
  }

  @Test
  void profileType_ofIgsSix_takesNameAndUnitForThePeriod() {
    DataSources source =
        samples()
            .annotation("profiles.name", "process_cuda")
            .annotation("profiles.type", "malloc")
            .annotation("profiles.unit", "bytes");
    assertThat(read(source).orElseThrow().profileType())
        .isEqualTo(
            ProfileType.builder("malloc", "bytes").periodType("process_cuda", "bytes").build());
  }

  @Test
  void profileType_ofOurs_takesPeriodTypeParameterAndAccumulation() {
    DataSources source =
        samples()
            .annotation("profiles.period-type", "cpu/nanoseconds")
            .annotation("profiles.period", "${frequency:hz}")
            .annotation("profiles.accumulation", "stock");
    assertThat(read(source, "frequency", "97").orElseThrow().profileType())
        .isEqualTo(
            ProfileType.builder("samples", "count")
                .periodType("cpu", "nanoseconds")
                .period(10_309_278)
                .accumulation(Accumulation.STOCK)
                .build());
  }

  @ParameterizedTest
  @CsvSource({
    "cpu/nanoseconds, 42, 42",
    "cpu/nanoseconds, ${p}, 10000000",
    "cpu/nanoseconds, ${P}, 10000000",
  })
  void period_ofNanoseconds(String periodType, String period, long expected) {
    DataSources source =
        samples()
            .annotation("profiles.period-type", periodType)
            .annotation("profiles.period", period);
    assertThat(read(source, "p", "10ms").orElseThrow().profileType().period()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"512k, 524288", "4m, 4194304", "4MiB, 4194304", "7, 7", "1g, 1073741824", "9b, 9"})
  void period_ofBytes_takesASize(String value, long expected) {
    DataSources source =
        samples()
            .annotation("profiles.period-type", "memory/bytes")
            .annotation("profiles.period", "${interval}");
    assertThat(read(source, "interval", value).orElseThrow().profileType().period())
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-1",
        "1.5",
        "",
        "x",
        "10ms",
        "${}",
        "${q}",
        "${p:khz}",
        "${zero}",
        "9999999999999999999"
      })
  void period_thatIsNone_isRefused(String period) {
    DataSources source = samples().annotation("profiles.period", period);
    if (period.isEmpty()) {
      assertThat(read(source).orElseThrow().profileType().period()).isEqualTo(1);
      return;
    }
    assertThatThrownBy(() -> read(source, "zero", "0"))
        .isInstanceOf(MappingException.class)
        .hasMessageStartingWith("data source \"samples\": profiles.period ");
  }

  @Test
  void period_ofAnUnknownParameter_namesTheKnownOnes() {
    DataSources source = samples().annotation("profiles.period", "${freq:hz}");
    assertThatThrownBy(() -> read(source, "frequency", "97"))
        .hasMessage(
            "data source \"samples\": profiles.period names parameter \"freq\", expected one of"
                + " [frequency]");
  }

  @Test
  void period_overflow_isRefused() {
    DataSources source =
        samples()
            .annotation("profiles.period-type", "cpu/nanoseconds")
            .annotation("profiles.period", "${p}");
    assertThatThrownBy(() -> read(source, "p", "99999999999s"))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("more than");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cpu", "/nanoseconds", "cpu/"})
  void periodType_withoutTwoWords_isRefused(String periodType) {
    assertThatThrownBy(() -> read(samples().annotation("profiles.period-type", periodType)))
        .isInstanceOf(MappingException.class)
        .hasMessage(
            "data source \"samples\": profiles.period-type is \""
                + periodType
                + "\", expected TYPE/UNIT such as cpu/nanoseconds");
  }

  @Test
  void accumulation_ofAnotherWord_isRefused() {
    assertThatThrownBy(() -> read(samples().annotation("profiles.accumulation", "gauge")))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("\"gauge\", expected flow or stock");
  }

  @Test
  void dataSource_withoutProfileAnnotations_isPassedOverInSilence() {
    assertThat(read(DataSources.named("events").field("samples", UINT64))).isEmpty();
    assertThat(warnings).isEmpty();
  }

  @Test
  void dataSource_withHalfOfTheAnnotations_warns() {
    assertThat(
            read(DataSources.named("a").annotation("profiles.stack-fields", "s").field("s", STACK)))
        .isEmpty();
    assertThat(
            read(DataSources.named("b").annotation("profiles.value-field", "v").field("v", UINT64)))
        .isEmpty();
    assertThat(warnings)
        .containsExactly(
            "data source \"a\" has no annotation profiles.value-field, not exported",
            "data source \"b\" has no annotation profiles.stack-fields, not exported");
  }

  @Test
  void stackFields_keepTheirOrderAndIgnoreCaseAndEmptyParts() {
    DataSources source =
        samples().annotation("profiles.stack-fields", ",User_Stack_Raw.symbols,,kern_stack,");
    List<StackField> fields = read(source).orElseThrow().stackFields();
    assertThat(fields).extracting(StackField::index).containsExactly(1, 0);
    assertThat(fields)
        .extracting(StackField::textFrameType)
        .containsExactly(FrameType.NATIVE, FrameType.KERNEL);
    assertThat(warnings).isEmpty();
  }

  @Test
  void stackField_withAFrameType_hasThat() {
    DataSources source =
        DataSources.named("samples")
            .annotation("profiles.stack-fields", "stack")
            .annotation("profiles.value-field", "n")
            .field("stack", CSTRING, "profiles.frame-type", "jvm")
            .field("n", INT32);
    assertThat(read(source).orElseThrow().stackFields().get(0).textFrameType())
        .isEqualTo(FrameType.JVM);
  }

  @Test
  void stackField_unknownOrUnfit_isLeftOutWithAWarning() {
    DataSources source =
        samples().annotation("profiles.stack-fields", "kernstack,samples,kern_stack");
    assertThat(read(source).orElseThrow().stackFields()).hasSize(1);
    assertThat(warnings)
        .containsExactly(
            "data source \"samples\" has no stack field \"kernstack\", left out",
            "data source \"samples\" stack field samples:UINT64 is no stack and no text, left out");
  }

  @Test
  void dataSource_withoutAnyStackField_isSkippedWithAWarning() {
    assertThat(read(samples().annotation("profiles.stack-fields", "nope"))).isEmpty();
    assertThat(warnings)
        .containsExactly(
            "data source \"samples\" has no stack field \"nope\", left out",
            "data source \"samples\" has no field of profiles.stack-fields, not exported");
  }

  @ParameterizedTest
  @EnumSource(FieldKind.class)
  void valueField_isAnIntegerOrTheDataSourceIsSkipped(FieldKind kind) {
    DataSources source = samples().annotation("profiles.value-field", "v").field("v", kind);
    Optional<SampleMapping> mapping = read(source);
    assertThat(mapping.isPresent()).isEqualTo(kind.isInteger());
    if (!kind.isInteger()) {
      assertThat(warnings)
          .containsExactly(
              "data source \"samples\" value field v:" + kind + " is no integer, not exported");
    }
  }

  @Test
  void valueField_unknown_skipsTheDataSource() {
    assertThat(read(samples().annotation("profiles.value-field", "sample"))).isEmpty();
    assertThat(warnings)
        .containsExactly("data source \"samples\" has no value field \"sample\", not exported");
  }

  @ParameterizedTest
  @CsvSource({"true, 1", "True, 0", "TRUE, 0", "1, 0", "yes, 0", "'true ', 0"})
  void sampleAttribute_isExactlyTrue(String value, int expected) {
    DataSources source = samples().field("proc.comm", STRING, ATTRIBUTE, value);
    assertThat(read(source).orElseThrow().sampleAttributes()).hasSize(expected);
  }

  @Test
  void sampleAttributes_haveTheFullFieldNames() {
    DataSources source =
        samples()
            .field("runtime.containerName", STRING, ATTRIBUTE, "true")
            .field("k8s.hostnetwork", BOOL, ATTRIBUTE, "true")
            .field("load", FLOAT64, ATTRIBUTE, "true");
    assertThat(keys(read(source).orElseThrow().sampleAttributes()))
        .containsExactly("runtime.containerName", "k8s.hostnetwork", "load");
  }

  @Test
  void attribute_ofAKindWithoutValue_isLeftOutWithOneWarning() {
    DataSources source =
        samples()
            .field("addr", BYTES, ATTRIBUTE, "true")
            .field("stack", STACK, RESOURCE, "x")
            .field("proc.pid", UINT32, ATTRIBUTE, "true");
    SampleMapping mapping = read(source).orElseThrow();
    assertThat(keys(mapping.sampleAttributes())).containsExactly("proc.pid");
    assertThat(mapping.resourceAttributes()).isEmpty();
    assertThat(warnings)
        .containsExactly(
            "data source \"samples\" sample attribute addr:BYTES is no text, boolean, integer or"
                + " floating-point field, left out",
            "data source \"samples\" resource attribute stack:STACK is no text, boolean, integer or"
                + " floating-point field, left out");
  }

  @Test
  void resourceAttributes_areNamedByTheAnnotationOrTheField() {
    DataSources source =
        samples()
            .field("k8s.podName", STRING, RESOURCE, "k8s.pod.name")
            .field("host.name", STRING, RESOURCE, "true");
    assertThat(keys(read(source).orElseThrow().resourceAttributes()))
        .containsExactly("k8s.pod.name", "host.name");
  }

  @Test
  void underscored_renamesSampleAttributesOnly() {
    DataSources source =
        samples()
            .field("k8s.namespace", STRING, ATTRIBUTE, "true")
            .field("service.name", STRING, RESOURCE, "true");
    SampleMapping mapping = read(AttributeNaming.UNDERSCORED, source).orElseThrow();
    assertThat(keys(mapping.sampleAttributes())).containsExactly("k8s_namespace");
    assertThat(keys(mapping.resourceAttributes())).containsExactly("service.name");
  }

  @Test
  void underscored_collision_isRefusedNamingBothFields() {
    DataSources source =
        samples()
            .field("k8s.podName", STRING, ATTRIBUTE, "true")
            .field("k8s_podName", STRING, ATTRIBUTE, "true");
    assertThat(read(AttributeNaming.DOTTED, source)).isPresent();
    assertThatThrownBy(() -> read(AttributeNaming.UNDERSCORED, source))
        .isInstanceOf(MappingException.class)
        .hasMessage(
            "data source \"samples\": fields \"k8s.podName\" and \"k8s_podName\" both become"
                + " sample attribute \"k8s_podName\"; take the annotation from one of them");
  }

  @Test
  void resourceAttribute_ofTwoFields_isRefused() {
    DataSources source =
        samples()
            .field("a", STRING, RESOURCE, "service.name")
            .field("b", STRING, RESOURCE, "service.name");
    assertThatThrownBy(() -> read(source))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("\"a\" and \"b\" both become resource attribute \"service.name\"");
  }

  @Test
  void link_ofOneTextAndOneInteger_isRead() {
    DataSources source =
        samples()
            .field("trace", STRING, "profiles.link", "trace-id")
            .field("span", UINT64, "profiles.link", "span-id");
    assertThat(read(source).orElseThrow().link()).isNotNull();
  }

  @Test
  void link_incompleteOrUnfit_isRefused() {
    assertThatThrownBy(() -> read(samples().field("trace", STRING, "profiles.link", "trace-id")))
        .isInstanceOf(MappingException.class);
    assertThatThrownBy(() -> read(samples().field("span", STRING, "profiles.link", "span-id")))
        .isInstanceOf(MappingException.class);
    assertThatThrownBy(() -> read(samples().field("span", STRING, "profiles.link", "spanid")))
        .hasMessage(
            "data source \"samples\": profiles.link of field \"span\" is \"spanid\", expected"
                + " trace-id or span-id");
    DataSources oneInteger =
        samples()
            .field("trace", UINT64, "profiles.link", "trace-id")
            .field("span", UINT64, "profiles.link", "span-id");
    assertThatThrownBy(() -> read(oneInteger)).isInstanceOf(MappingException.class);
  }

  @Test
  void singleRecords_areReadLikeArrays() {
    assertThat(read(samples().arrival(DataSource.Arrival.SINGLE))).isPresent();
  }
}
