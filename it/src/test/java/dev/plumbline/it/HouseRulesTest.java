package dev.plumbline.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.it.jvm.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules of the house that a machine can see in the sources of all modules. */
class HouseRulesTest {
  private static final Path ROOT = Checkout.root();
  private static final Pattern COMPILED =
      Pattern.compile(".*\\.(class|jar|war|o|so|a|dylib|dll|exe|pyc|bpf)");

  /** Where files of the repository stand, but for its top level. */
  private static final Pattern HOMES =
      Pattern.compile(
          "(docs|[a-z-]+/(src|bin)|it/peers)/.*|\\.[^/]+/.*|[a-z-]+/(pom\\.xml|README\\.md|\\..*)");

  @Test
  void every_package_says_what_lives_there_and_is_null_marked() throws IOException {
    final Set<String> without = new TreeSet<>();
    for (Path directory : mainPackages()) {
      final Path info = directory.resolve("package-info.java");
      if (!Files.exists(info) || !Files.readString(info).contains("@NullMarked")) {
        without.add(ROOT.relativize(directory).toString());
      }
    }
    assertThat(without).isEmpty();
  }

  @Test
  void no_compiled_file_stands_among_the_sources() throws IOException {
    assertThat(sources().map(Path::toString).filter(name -> COMPILED.matcher(name).matches()))
        .isEmpty();
  }

  /** What a run leaves in the directory that it is started in would else be committed with it. */
  @Test
  void no_file_of_a_run_stands_beside_the_sources() throws IOException {
    final Set<String> strangers = new TreeSet<>();
    for (Path source : sources().map(ROOT::relativize).toList()) {
      if (source.getNameCount() > 1 && !HOMES.matcher(source.toString()).matches()) {
        strangers.add(source.toString());
      }
    }
    assertThat(strangers).isEmpty();
  }

  @Test
  void no_main_source_of_agent_and_exporter_writes_to_standard_output() throws IOException {
    final Set<String> writers = new TreeSet<>();
    for (Path source : sources().filter(HouseRulesTest::runsInsideOthers).toList()) {
      if (Files.readString(source).contains("System.out")) {
        writers.add(ROOT.relativize(source).toString());
      }
    }
    assertThat(writers).isEmpty();
  }

  private static boolean runsInsideOthers(Path source) {
    final String path = ROOT.relativize(source).toString();
    return path.endsWith(".java")
        && (path.startsWith("agent/src/main") || path.startsWith("exporter/src/main"));
  }

  private static List<Path> mainPackages() throws IOException {
    return sources()
        .filter(path -> path.toString().contains("/src/main/java") && isJava(path))
        .map(Path::getParent)
        .distinct()
        .toList();
  }

  private static boolean isJava(Path path) {
    return path.toString().endsWith(".java");
  }

  /** Files of the modules and the top level, without what builds leave behind. */
  private static Stream<Path> sources() throws IOException {
    try (Stream<Path> all = Files.walk(ROOT)) {
      return all
          .filter(Files::isRegularFile)
          .filter(path -> !isLeftByBuilds(ROOT.relativize(path)))
          .toList()
          .stream();
    }
  }

  private static boolean isLeftByBuilds(Path path) {
    for (Path element : path) {
      final String name = element.toString();
      if (name.equals("target") || name.equals(".git") || name.equals("node_modules")) {
        return true;
      }
    }
    return false;
  }
}
