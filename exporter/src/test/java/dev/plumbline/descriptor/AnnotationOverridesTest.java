package dev.plumbline.descriptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.gadget.Annotations;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.DataSource.Arrival;
import dev.plumbline.gadget.Field;
import dev.plumbline.gadget.FieldKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnnotationOverridesTest {
  private static final DataSource SAMPLES =
      DataSource.of(
          "samples",
          Arrival.ARRAY,
          Annotations.of(Map.of("profiles.value-field", "samples", "profiles.name", "old")),
          List.of(
              Field.of("proc.pid", FieldKind.UINT32),
              Field.of(
                  "proc.comm",
                  FieldKind.STRING,
                  Annotations.of(Map.of("profiles.sample-attribute", "true")))));

  private final List<String> warnings = new ArrayList<>();

  private DataSource over(String text) {
    return AnnotationOverrides.parse(text).over(SAMPLES, warnings::add);
  }

  @Test
  void over_laysAnnotationsOnDataSourceAndFields() {
    DataSource annotated =
        over(
            "samples:profiles.name=new,samples.proc.pid:profiles.sample-attribute=true,"
                + "samples.proc.comm:profiles.sample-attribute=false,other:a=b");
    assertThat(annotated.annotations().asMap())
        .containsEntry("profiles.name", "new")
        .containsEntry("profiles.value-field", "samples")
        .hasSize(2);
    assertThat(annotated.field(0).annotations().get("profiles.sample-attribute")).isEqualTo("true");
    assertThat(annotated.field(1).annotations().get("profiles.sample-attribute"))
        .isEqualTo("false");
    assertThat(warnings).isEmpty();
  }

  @Test
  void over_ofTheSameKeyTwice_keepsTheLater() {
    assertThat(over("samples:profiles.name=a,samples:profiles.name=b").annotations().asMap())
        .containsEntry("profiles.name", "b");
  }

  @Test
  void over_comparesNamesWithoutCase() {
    assertThat(over("Samples.PROC.pid:Profiles.Link=span-id").field(0).annotations().asMap())
        .containsEntry("profiles.link", "span-id");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "samples:profiles.stack-fields=kern_stack\\,user_stack | kern_stack,user_stack",
        "samples:profiles.stack-fields=a\\\\b                   | a\\b",
        "samples:profiles.stack-fields=a=b:c                    | a=b:c",
        "samples:profiles.stack-fields=                         | ''",
        "samples:profiles.stack-fields=a,                       | a",
      })
  void parse_ofEscapesAndSigns_keepsTheValue(String text, String value) {
    assertThat(over(text).annotations().get("profiles.stack-fields")).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "samples           | has no colon",
        "a:b=c,samples     | has no colon",
        ":key=value        | names no data source",
        ".pid:key=value    | names no data source",
        "samples:key       | has no \"=\"",
        "samples:=value    | has an empty key",
        "samples.:k=v      | has an empty part in its field",
        "samples.a..b:k=v  | has an empty part in its field",
        "samples.a.:k=v    | has an empty part in its field",
        "a:b=c,,d:e=f      | has no colon",
      })
  void parse_ofAnotherForm_isRefused(String text, String what) {
    assertThatThrownBy(() -> AnnotationOverrides.parse(text))
        .isInstanceOf(OverrideException.class)
        .hasMessageContaining(what)
        .hasMessageEndingWith("expected DATASOURCE:KEY=VALUE or DATASOURCE.FIELD:KEY=VALUE");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "s:profiles.accumulation=sum        | has the value \"sum\", expected flow or stock",
        "s:profiles.period=often            | has the value \"often\", expected an integer,",
        "s:Profiles.Period-Type=cpu         | has the value \"cpu\", expected TYPE/UNIT such as",
        "s.f:profiles.link=trace            | has the value \"trace\", expected trace-id or span-id",
        "s.f:profiles.sample-attribute=True | has the value \"True\", expected true or false",
        "s:profiles.units=count             | has a key that data sources do not have, expected one",
        "s.f:profiles.unit=count            | has a key that fields do not have, expected one of",
        "s:profiles.link=span-id            | has a key that data sources do not have, expected one",
      })
  void parse_ofAValueOrAKeyThatNoneOfOursHas_isRefused(String text, String what) {
    assertThatThrownBy(() -> AnnotationOverrides.parse(text))
        .isInstanceOf(OverrideException.class)
        .hasMessageContaining("annotation \"" + text + "\" " + what);
  }

  @ParameterizedTest
  @CsvSource({
    "s:profiles.period=${frequency:hz}",
    "s:profiles.period-type=cpu/nanoseconds",
    "s:profiles.accumulation=",
    "s.f:profiles.sample-attribute=",
    "s.f:profiles.frame-type=jvm",
    "s:metrics.collect=perhaps"
  })
  void parse_ofWhatIsAllowedOrFree_isNoRefusal(String text) {
    assertThat(AnnotationOverrides.parse(text).isEmpty()).isFalse();
  }

  @Test
  void parse_endingInABackslash_isRefused() {
    assertThatThrownBy(() -> AnnotationOverrides.parse("samples:a=b\\"))
        .isInstanceOf(OverrideException.class)
        .hasMessageContaining("ends in a backslash");
  }

  @Test
  void parse_ofNothing_isNone() {
    assertThat(AnnotationOverrides.parse("").isEmpty()).isTrue();
  }

  @Test
  void over_aFieldThatIsNotThere_warns() {
    over("samples.proc.ppid:profiles.sample-attribute=true");
    assertThat(warnings)
        .containsExactly(
            "annotation \"samples.proc.ppid:profiles.sample-attribute=true\": data source"
                + " \"samples\" has no field \"proc.ppid\", left out");
  }

  @Test
  void warnOfStrangers_namesTheDataSources() {
    AnnotationOverrides overrides = AnnotationOverrides.parse("sample:a=b,SAMPLES:c=d");
    overrides.warnOfStrangers(List.of("samples", "allocs"), warnings::add);
    assertThat(warnings)
        .containsExactly(
            "annotation \"sample:a=b\" names data source \"sample\", expected one of samples,"
                + " allocs");
  }

  @Property(tries = 500)
  void parse_ofAnyText_answersOrRefuses(@ForAll String text) {
    try {
      AnnotationOverrides.parse(text).over(SAMPLES, warning -> {});
    } catch (OverrideException refused) {
      assertThat(refused).hasMessageContaining("expected");
    }
  }
}
