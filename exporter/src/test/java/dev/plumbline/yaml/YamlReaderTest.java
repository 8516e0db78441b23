package dev.plumbline.yaml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class YamlReaderTest {
  private final Problems problems = new Problems();

  @Test
  void scalars_keepTheirText() {
    YamlNode root = read("a: 1.10\nb: 0x1F\nc: yes\nd: '1.10'\ne: !!str 7\nf: 007\n");

    assertThat(root.entries())
        .extracting(entry -> entry.value().text())
        .containsExactly("1.10", "0x1F", "yes", "1.10", "7", "007");
    assertThat(root.entries())
        .extracting(entry -> entry.value().isPlain())
        .containsExactly(true, true, true, false, false, true);
  }

  @Test
  void positions_countFromOneInCodePoints() {
    YamlNode root = read("a:\n  - x\n  - {\"\uD83D\uDE00\": y, k: z}\n");

    assertThat(root.entries().get(0).position()).hasToString("f.yaml:1:1");
    YamlNode list = requireNonNull(root.get("a"));
    assertThat(list.items().get(0).position()).hasToString("f.yaml:2:5");
    YamlEntry last = list.items().get(1).entries().get(1);
    assertThat(last.position()).hasToString("f.yaml:3:14");
    assertThat(last.value().position()).hasToString("f.yaml:3:17");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "# only a remark\n", "---\n", "\uFEFF", "~", "null"})
  void document_withoutContent_isNull(String text) {
    assertThat(read(text).isNull()).isTrue();
  }

  @Test
  void quotedNull_isText() {
    assertThat(requireNonNull(read("a: 'null'").get("a")).isNull()).isFalse();
  }

  @Test
  void byteOrderMark_isNoPartOfTheFirstKey() {
    assertThat(read("\uFEFFkey: 1").get("key")).isNotNull();
  }

  @Test
  void duplicateKeys_areAllNamedAndTheFirstHolds() {
    YamlNode root = readWithProblems("a: 1\nb: 2\na: 3\nc: {d: 1, d: 2}\n");

    assertThat(requireNonNull(root.get("a")).text()).isEqualTo("1");
    assertProblems(
        "f.yaml:3:1: key \"a\" stands twice, first in line 1",
        "f.yaml:4:11: key \"d\" stands twice, first in line 4");
  }

  @Test
  void keyThatIsNoScalar_isAProblemAndTheRestIsRead() {
    YamlNode root = readWithProblems("? [a]\n: 1\nb: 2\n");

    assertThat(root.get("b")).isNotNull();
    assertProblems("f.yaml:1:3: a key is a list, expected a single value");
  }

  @Test
  void keyOverItsLength_isAProblem() {
    readWithProblems("x".repeat(257) + ": 1");

    assertProblems("f.yaml:1:1: a key is 257 characters long, expected at most 256");
  }

  @Test
  void secondDocument_isAProblem() {
    readWithProblems("a: 1\n---\nb: 2\n");

    assertProblems("f.yaml:2:1: a second document begins, expected only one in a file");
  }

  @Test
  void alias_isItsTarget() {
    YamlNode root = read("a: &x {k: v}\nb: *x\n");

    assertThat(root.get("b")).isSameAs(root.get("a"));
  }

  @Test
  void mergeKey_fillsWhatIsNotWritten() {
    YamlNode root = read("base: &b {k: 1, l: 2}\nuse:\n  <<: *b\n  l: 3\n");

    YamlNode use = requireNonNull(root.get("use"));
    assertThat(requireNonNull(use.get("k")).text()).isEqualTo("1");
    assertThat(requireNonNull(use.get("l")).text()).isEqualTo("3");
  }

  @Test
  void mergeKey_ofAScalar_isAProblem() {
    readWithProblems("<<: text\n");

    assertProblems("f.yaml:1:5: merge key << has a single value, expected a mapping");
  }

  @Test
  void aliasOfAnUnfinishedNode_isRefused() {
    assertThat(readOrNull("a: &x [*x]")).isNull();
    assertProblems("f.yaml:1:8: alias *x stands for no value that ends before it");
  }

  @Test
  void aliasesThatMultiply_areRefusedBeforeTheyExpand() {
    StringBuilder text = new StringBuilder("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
    for (int i = 1; i < 12; i++) {
      String previous = "*a" + (i - 1);
      text.append("a" + i + ": &a" + i + " [" + previous + (", " + previous).repeat(9) + "]\n");
    }

    assertThat(readOrNull(text.toString())).isNull();
    assertProblems("f.yaml:5:5: file has more than 100000 values");
  }

  @Test
  void tooManyAliases_areRefused() {
    assertThat(readOrNull("- &a x\n" + "- *a\n".repeat(1001))).isNull();
    assertProblems("f.yaml:1002:3: file has more than 1000 aliases");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{a: ", "- ", "? "})
  void nesting_overTheLimit_isRefused(String opening) {
    assertThat(readOrNull(opening.repeat(100_000))).isNull();
    assertThat(problems.inFileOrder())
        .singleElement()
        .satisfies(p -> assertThat(p.message()).isEqualTo("nested deeper than 64 levels"));
  }

  @Test
  void nesting_atTheLimit_isRead() {
    assertThat(read("[".repeat(64) + "]".repeat(64)).kind()).isEqualTo(YamlNode.Kind.LIST);
  }

  @Test
  void fileOverItsSize_isRefused() {
    assertThat(readOrNull(" ".repeat((1 << 20) + 1))).isNull();
    assertProblems("f.yaml: file is more than 1048576 bytes, which is the limit");
  }

  @Test
  void tooManyValues_areRefused() {
    assertThat(readOrNull("- x\n".repeat(100_001))).isNull();
    assertProblems("f.yaml:100000:3: file has more than 100000 values");
  }

  @Test
  void textThatIsNotUtf8_isRefusedWithItsPlace() {
    byte[] content = "a: 1\nb: \u00e9\n".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);

    assertThat(YamlReader.read("f.yaml", content, problems)).isNull();
    assertProblems("f.yaml:2:4: not UTF-8 text: byte 0xE9");
  }

  @Test
  void controlCharacter_isRefusedWithItsPlace() {
    assertThat(readOrNull("a: 1\nb: \u0007\n")).isNull();
    assertProblems("f.yaml:2:4: not valid YAML: character U+0007 is not allowed");
  }

  @Test
  void syntaxError_isOneProblemWithItsPlace() {
    assertThat(readOrNull("a: 1\n b: 2\n")).isNull();
    assertProblems("f.yaml:2:3: not valid YAML: mapping values are not allowed here");
  }

  @Test
  void otherVersionOfYaml_isRefused() {
    assertThat(readOrNull("%YAML 3.0\n---\na: 1\n")).isNull();
    assertThat(problems.count()).isEqualTo(1);
  }

  @Test
  void faultOfTheParser_isASyntaxError() {
    assertThat(readOrNull("a: 1\nb: \"\\u")).isNull();
    assertThat(problems.inFileOrder())
        .singleElement()
        .asString()
        .startsWith("f.yaml:2:1: not valid YAML: unreadable after this place");
  }

  @Test
  void messages_areOneLine() {
    readWithProblems("\"a\\nb\": 1\n\"a\\nb\": 2\n");

    assertProblems("f.yaml:2:1: key \"a\\u000Ab\" stands twice, first in line 1");
  }

  @Test
  void problems_areKeptUpToABoundAndCounted() {
    readWithProblems("a: 1\n".repeat(500));

    assertThat(problems.count()).isEqualTo(499);
    assertThat(problems.inFileOrder()).hasSize(Problems.MAX_KEPT);
  }

  @Test
  void text_ofAMapping_isRefused() {
    YamlNode root = read("a: 1");

    assertThatThrownBy(root::text).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void toString_showsNoValue() {
    assertThat(requireNonNull(read("password: hunter2").get("password")).toString())
        .doesNotContain("hunter2");
  }

  private YamlNode read(String text) {
    YamlNode root = readWithProblems(text);
    assertThat(problems.inFileOrder()).isEmpty();
    return root;
  }

  private YamlNode readWithProblems(String text) {
    return requireNonNull(readOrNull(text), "root");
  }

  private YamlNode readOrNull(String text) {
    return YamlReader.read("f.yaml", text.getBytes(UTF_8), problems);
  }

  private void assertProblems(String... expected) {
    assertThat(problems.inFileOrder().stream().map(Problem::toString).collect(toList()))
        .containsExactly(expected);
  }
}
