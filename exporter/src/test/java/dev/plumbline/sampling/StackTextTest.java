package dev.plumbline.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.StackTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StackTextTest {
  private static final String TRUNCATED = Frame.TRUNCATED.functionName();

  private static List<String> names(String text) {
    List<String> names = new ArrayList<>();
    StackText.parse(text, FrameType.NATIVE)
        .frames()
        .forEach(frame -> names.add(frame.functionName()));
    return names;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'a; b; c'            | a,b,c",
        "'a; b; c; '          | a,b,c",
        "'[0]a; [1]b; '       | a,b",
        "'[0]a; [12]b'        | a,b",
        "'a; ; b'             | a,b",
        "'a;   ; b'           | a,b",
        "'; a'                | a",
        "'[0]; [1]b'          | b",
        "'[unknown]; main; '  | [unknown],main",
        "'[]a; [x]b; [1c'     | []a,[x]b,[1c",
        "'f(La/B;)V; g'       | f(La/B;)V,g",
        "'0x7f00; libc.so+0x12; ' | 0x7f00,libc.so+0x12",
        "'one'                | one",
      })
  void parse_ofTheGrammar(String text, String expected) {
    assertThat(String.join(",", names(text))).isEqualTo(expected);
  }

  @Test
  void parse_ofNothing_hasNoFrames() {
    assertThat(StackText.parse("", FrameType.NATIVE)).isSameAs(StackTrace.EMPTY);
    assertThat(StackText.parse("; ; ", FrameType.NATIVE)).isSameAs(StackTrace.EMPTY);
  }

  @Test
  void parse_setsTheType() {
    assertThat(StackText.parse("do_idle", FrameType.KERNEL).frame(0))
        .isEqualTo(Frame.named("do_idle", FrameType.KERNEL));
  }

  @Test
  void parse_ofTooManyFrames_marksTheCut() {
    List<String> names = names("f; ".repeat(StackText.MAX_DEPTH + 1));
    assertThat(names).hasSize(StackText.MAX_DEPTH).endsWith("f", TRUNCATED);
    assertThat(names("f; ".repeat(StackText.MAX_DEPTH)))
        .hasSize(StackText.MAX_DEPTH)
        .doesNotContain(TRUNCATED);
  }

  @Test
  void parse_ofTooMuchText_marksTheCut() {
    String name = "x".repeat(4000);
    List<String> names = names((name + "; ").repeat(100));
    assertThat(names).hasSize(StackText.MAX_LENGTH / 4002 + 1).endsWith(name, TRUNCATED);
    assertThat(names.get(0)).isEqualTo(name);
  }

  @Test
  void parse_ofALongName_cutsItBetweenCharacters() {
    String name = "y".repeat(StackText.MAX_NAME_LENGTH - 1) + "\uD83D\uDE00";
    assertThat(names(name + "; b")).containsExactly("y".repeat(StackText.MAX_NAME_LENGTH - 1), "b");
  }

  @Provide
  Arbitrary<List<String>> frameNames() {
    return Arbitraries.strings()
        .withCharRange(' ', '~')
        .ofMinLength(1)
        .ofMaxLength(20)
        .filter(
            name ->
                !name.contains("; ")
                    && !name.endsWith(";")
                    && !name.trim().isEmpty()
                    && !name.matches("\\[[0-9]+].*"))
        .list()
        .ofMaxSize(30);
  }

  @Property(tries = 300)
  void parse_ofAnyWriting_givesTheNames(@ForAll("frameNames") List<String> names) {
    String plain = String.join("; ", names);
    StringBuilder indexed = new StringBuilder();
    for (int i = 0; i < names.size(); i++) {
      indexed.append('[').append(i).append(']').append(names.get(i)).append("; ");
    }
    assertThat(names(plain)).isEqualTo(names);
    assertThat(names(plain + "; ")).isEqualTo(names);
    assertThat(names(indexed.toString())).isEqualTo(names);
  }

  @Property(tries = 500)
  void parse_ofAnyText_hasNoEmptyFrameAndEndsInBounds(@ForAll String text) {
    StackTrace parsed = StackText.parse(text, FrameType.NATIVE);
    assertThat(parsed.depth()).isLessThanOrEqualTo(StackText.MAX_DEPTH);
    assertThat(parsed.frames().stream().map(Frame::functionName).collect(Collectors.toList()))
        .allSatisfy(name -> assertThat(name).isNotBlank());
  }
}
