package dev.plumbline.profilefile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*.pb.gz          | a.pb.gz       | true",
        "*.pb.gz          | d/a.pb.gz     | false",
        "**/*.pb.gz       | a.pb.gz       | true",
        "**/*.pb.gz       | d/e/a.pb.gz   | true",
        "d/**             | d/e/a         | true",
        "d/**             | e/a           | false",
        "d/**/a           | d/a           | true",
        "d/**/a           | d/e/f/a       | true",
        "a**b             | axyb          | true",
        "a**b             | ax/yb         | false",
        "a?c              | abc           | true",
        "a?c              | a/c           | false",
        "[a-c]x           | bx            | true",
        "[^a-c]x          | bx            | false",
        "[!a-c]x          | dx            | true",
        "[]]x             | ]x            | true",
        "{cpu,heap}.pprof | heap.pprof    | true",
        "{cpu,heap}.pprof | block.pprof   | false",
        "{a/b,c}/x        | a/b/x         | true",
        "{a,{b,c}}        | c             | true",
        "a\\*b            | a*b           | true",
        "a\\*b            | axb           | false",
        "a.b+(c)          | a.b+(c)       | true",
        "a.b              | axb           | false",
        "a,b              | a,b           | true",
      })
  void pattern_isDoublestars(String pattern, String file, boolean isMatched) {
    assertThat(Glob.parse(pattern, directory).matches(directory.resolve(file)))
        .isEqualTo(isMatched);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[ab | not closed",
        "{a,b | not closed",
        "a\\ | backslash",
        "d/ | slash",
        "[z-a] | malformed"
      })
  void malformedPattern_isRefused(String pattern, String word) {
    assertThatThrownBy(() -> Glob.parse(pattern, directory))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(word);
  }

  @Test
  void files_areRegularOnes_sorted_alsoThroughLinks_underAnOddDirectory() throws Exception {
    Path odd = Files.createDirectories(directory.resolve("a [x]{y}*"));
    Files.createDirectory(odd.resolve("dir.pprof"));
    Files.writeString(odd.resolve("b.pprof"), "");
    Files.writeString(odd.resolve("a.pprof"), "");
    Files.writeString(odd.resolve("dir.pprof/c.pprof"), "");
    Files.createSymbolicLink(odd.resolve("l.pprof"), odd.resolve("dir.pprof/c.pprof"));
    assertThat(Glob.parse("*.pprof", odd).files())
        .extracting(file -> file.getFileName().toString())
        .containsExactly("a.pprof", "b.pprof", "l.pprof");
    assertThat(Glob.parse("**/*.pprof", odd).files()).hasSize(4);
    assertThat(Glob.parse("/nowhere-at-all/*.pprof", odd).files()).isEmpty();
    assertThat(Glob.parse("a.pprof", odd).files()).hasSize(1);
  }
}
