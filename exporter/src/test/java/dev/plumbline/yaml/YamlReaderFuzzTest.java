package dev.plumbline.yaml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** Whatever a file holds, reading ends soon, does not throw, and says what is wrong. */
final class YamlReaderFuzzTest {
  private static final Path CORPUS = Path.of("src/test/resources/dev/plumbline/yaml/corpus");

  /** Pieces that YAML gives a meaning; random sequences of them reach most of a parser's states. */
  private static final List<String> PIECES =
      List.of(
          "\n",
          "\n  ",
          "\n    ",
          " ",
          "\t",
          "- ",
          "? ",
          ": ",
          ":",
          ",",
          "[",
          "]",
          "{",
          "}",
          "#",
          "&a ",
          "*a",
          "!!str ",
          "!x ",
          "|",
          ">",
          "|+\n",
          "'",
          "\"",
          "\\x41",
          "\\u00",
          "%YAML 1.2\n",
          "%TAG ! x:\n",
          "---\n",
          "...\n",
          "<<",
          "@",
          "`",
          "~",
          "key",
          "1.10",
          "\uFEFF",
          "\u00e9");

  @Property(tries = 2_000)
  void arbitraryBytes_neverThrow(@ForAll byte[] content) {
    check(content);
  }

  @Property(tries = 3_000)
  void arbitraryYaml_neverThrows(@ForAll("yamlLike") String text) {
    check(text.getBytes(UTF_8));
  }

  @Property(tries = 2_000)
  void corpusWithChangedBytes_neverThrows(
      @ForAll("corpus") byte[] content, @ForAll int at, @ForAll byte value) {
    byte[] changed = content.clone();
    changed[Math.floorMod(at, changed.length)] = value;
    check(changed);
  }

  @Property(tries = 1_000)
  void corpusCutShort_neverThrows(@ForAll("corpus") byte[] content, @ForAll int at) {
    check(Arrays.copyOf(content, Math.floorMod(at, content.length)));
  }

  @Test
  void corpus_endsSoon() {
    for (byte[] content : corpusFiles()) {
      Assertions.assertTimeoutPreemptively(java.time.Duration.ofMinutes(1), () -> check(content));
    }
  }

  @Test
  void largeHostileFiles_endSoon() {
    for (String piece :
        List.of(
            "[",
            "{",
            "a: ",
            "- ",
            "? ",
            "&a ",
            "!",
            "\"",
            "'",
            "|\n",
            "#",
            "[a, ",
            "{a: b, ",
            "a: |\n ",
            "\n",
            ": ",
            "%",
            "&a\n",
            "a:\n",
            "- {a: 1}\n",
            "\\",
            "\t",
            "!<",
            "'\n")) {
      String text = piece.repeat((1 << 20) / piece.length());
      Assertions.assertTimeoutPreemptively(
          java.time.Duration.ofMinutes(1), () -> check(text.getBytes(UTF_8)), piece);
    }
  }

  private static void check(byte[] content) {
    Problems problems = new Problems();
    YamlNode root = YamlReader.read("f.yaml", content, problems);
    assertThat(root != null || !problems.isEmpty()).isTrue();
    for (Problem problem : problems.inFileOrder()) {
      assertThat(problem.toString()).startsWith("f.yaml").doesNotContain("\n");
    }
    if (root != null) {
      assertThat(root.size()).isEqualTo(walk(root)).isLessThanOrEqualTo(100_000);
    }
  }

  private static int walk(YamlNode node) {
    int nodes = 1;
    for (YamlEntry entry : node.entries()) {
      nodes += 1 + walk(entry.value());
    }
    for (YamlNode item : node.items()) {
      nodes += walk(item);
    }
    return nodes;
  }

  @Provide
  Arbitrary<String> yamlLike() {
    return Arbitraries.of(PIECES).list().ofMaxSize(60).map(pieces -> String.join("", pieces));
  }

  @Provide
  Arbitrary<byte[]> corpus() {
    return Arbitraries.of(corpusFiles());
  }

  private static List<byte[]> corpusFiles() {
    try (Stream<Path> files = Files.list(CORPUS)) {
      return files.sorted().map(YamlReaderFuzzTest::bytes).collect(Collectors.toUnmodifiableList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
