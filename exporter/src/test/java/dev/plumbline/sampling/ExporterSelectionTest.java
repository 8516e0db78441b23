package dev.plumbline.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExporterSelectionTest {
  @ParameterizedTest
  @ValueSource(strings = {"", " ", ",", ",,", "none", "NONE", "none,"})
  void parse_ofNothing_exportsNothing(String text) {
    ExporterSelection selection = ExporterSelection.parse(text);
    assertThat(selection.isNone()).isTrue();
    assertThat(selection.exportersOf("samples")).isEmpty();
    assertThat(selection.resolve(List.of())).extracting(ExporterSelection::isNone).isEqualTo(true);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "exp                   | exp   | exp",
        "exp,                  | exp   | exp",
        "' exp '               | exp   | exp",
        "a,b                   | a;b   | a;b",
        "a,b,A                 | a;b   | a;b",
        "ds1:exp               | exp   | ''",
        "ds1:exp,              | exp   | ''",
        "DS1:exp               | exp   | ''",
        "ds1:expA,ds2:expB     | expA  | expB",
        "ds1:a, ds1:b          | a;b   | ''",
        "ds1:host:4317         | host:4317 | ''",
        "ds1:none,ds2:a        | ''    | a",
      })
  void parse_ofEachForm(String text, String ofDs1, String ofDs2) {
    ExporterSelection selection = ExporterSelection.parse(text);
    assertThat(String.join(";", selection.exportersOf("ds1"))).isEqualTo(ofDs1);
    assertThat(String.join(";", selection.exportersOf("ds2"))).isEqualTo(ofDs2);
    assertThat(selection.isNone()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"exp,ds1:other", "ds1:other,exp", "ds1:a,b,ds2:c"})
  void parse_ofMixedForms_isRefused(String text) {
    assertThatThrownBy(() -> ExporterSelection.parse(text))
        .isInstanceOf(SelectionException.class)
        .hasMessage(
            "exporter selection \""
                + text
                + "\" mixes names with and without a data source, expected EXPORTER,… or"
                + " DATASOURCE:EXPORTER,…");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ds1:a,ds2:", ":exp", ":", "ds1: "})
  void parse_withoutAName_isRefused(String text) {
    assertThatThrownBy(() -> ExporterSelection.parse(text))
        .isInstanceOf(SelectionException.class)
        .hasMessageContaining("lacks a name, expected DATASOURCE:EXPORTER");
  }

  @ParameterizedTest
  @ValueSource(strings = {"none,a", "a,None", "ds1:none,ds1:a"})
  void parse_ofNoneBesideAName_isRefused(String text) {
    assertThatThrownBy(() -> ExporterSelection.parse(text))
        .isInstanceOf(SelectionException.class)
        .hasMessageContaining("none beside a name");
  }

  @Test
  void resolve_keepsTheCaseOfTheConfiguration() {
    ExporterSelection bare =
        ExporterSelection.parse("my-exp,OTHER").resolve(List.of("other", "My-Exp"));
    assertThat(bare.exportersOf("any")).containsExactly("My-Exp", "other");
    ExporterSelection qualified =
        ExporterSelection.parse("samples:MY-EXP,ALLOCS:other").resolve(List.of("other", "My-Exp"));
    assertThat(qualified.exportersOf("samples")).containsExactly("My-Exp");
    assertThat(qualified.exportersOf("allocs")).containsExactly("other");
    assertThat(qualified.exporters()).containsExactly("other", "My-Exp");
    assertThat(qualified.dataSources()).containsExactly("ALLOCS", "samples");
  }

  @Test
  void resolve_prefersTheExactName() {
    assertThat(ExporterSelection.parse("exp").resolve(List.of("EXP", "exp")).exportersOf("x"))
        .containsExactly("exp");
  }

  @Test
  void resolve_ofAnUnknownName_listsTheKnownOnes() {
    assertThatThrownBy(() -> ExporterSelection.parse("ds:labb").resolve(List.of("prod", "lab")))
        .isInstanceOf(SelectionException.class)
        .hasMessage("exporter \"labb\" is not configured, expected one of lab, prod");
    assertThatThrownBy(() -> ExporterSelection.parse("lab").resolve(List.of()))
        .hasMessage(
            "exporter \"lab\" is not configured, and operator.otel-profiles.exporters names none");
  }

  @Property(tries = 500)
  void parse_ofAnyText_answersOrRefuses(@ForAll String text) {
    try {
      ExporterSelection selection = ExporterSelection.parse(text);
      assertThat(selection.exporters()).noneMatch(name -> name.trim().isEmpty());
    } catch (SelectionException refused) {
      assertThat(refused).hasMessageContaining("expected");
    }
  }
}
