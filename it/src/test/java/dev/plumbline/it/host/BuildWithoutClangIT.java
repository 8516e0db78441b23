package dev.plumbline.it.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the build says on a machine that has everything but the compiler of BPF programs. */
class BuildWithoutClangIT {
  @TempDir private Path directory = Path.of("");

  @Test
  void missingClang_isNamedWithTheStepThatInstallsIt() throws Exception {
    Path maven = onPath("mvn");
    assumeTrue(maven != null, "needs mvn on the path");
    List<String> command =
        new ArrayList<>(List.of(String.valueOf(maven), "-o", "-q", "-B", "-Dquick"));
    String repository = System.getProperty("maven.repo.local");
    if (repository != null) {
      command.add("-Dmaven.repo.local=" + repository);
    }
    command.addAll(
        List.of("-pl", "native", "org.apache.maven.plugins:maven-antrun-plugin:run@compile-bpf"));
    Path packed = Launcher.ROOT.resolve("native/target/classes/dev/plumbline/kernel/bpf");
    List<Path> before = files(packed);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(Launcher.ROOT.toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("build.txt").toFile());
    Path programs = pathWithoutClang();
    builder.environment().put("PATH", programs.toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process build = builder.start();
    try {
      assertThat(build.waitFor(120, TimeUnit.SECONDS)).isTrue();
    } finally {
      build.destroyForcibly();
      for (Path link : files(programs)) {
        Files.delete(link); // JUnit warns of each that leads out of its directory
      }
    }
    String said = Files.readString(directory.resolve("build.txt"), StandardCharsets.UTF_8);
    assertThat(build.exitValue()).as(said).isNotZero();
    assertThat(said).contains("clang is missing", "apt-get install clang llvm");
    assertThat(files(packed)).as("what an earlier build packed").isEqualTo(before);
  }

  private static @Nullable Path onPath(String program) {
    for (String place : System.getenv("PATH").split(":", -1)) {
      if (Files.isExecutable(Path.of(place, program))) {
        return Path.of(place, program);
      }
    }
    return null;
  }

  /** Every program of the path but those. */
  private Path pathWithoutClang() throws IOException {
    Path links = Files.createDirectory(directory.resolve("bin"));
    for (String place : System.getenv("PATH").split(":", -1)) {
      if (Files.isDirectory(Path.of(place))) {
        for (Path program : files(Path.of(place))) {
          String name = program.getFileName().toString();
          if (!name.startsWith("clang") && Files.notExists(links.resolve(name))) {
            Files.createSymbolicLink(links.resolve(name), program);
          }
        }
      }
    }
    return links;
  }

  private static List<Path> files(Path place) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(place)) {
      all.forEach(files::add);
    }
    files.sort(null);
    return files;
  }
}
