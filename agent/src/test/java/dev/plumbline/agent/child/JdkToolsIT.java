package dev.plumbline.agent.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.junit.SideBySide;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Case AG-03: the agent in {@code JAVA_TOOL_OPTIONS} leaves the JDK's own tools alone. */
class JdkToolsIT {
  @TempDir Path directory;

  @SideBySide
  @ParameterizedTest
  @EnumSource(TestJdk.class)
  void tool_prints_what_it_prints_without_the_agent(TestJdk jdk) throws Exception {
    Files.writeString(directory.resolve("X.java"), "class X {}");

    for (String tool :
        List.of(
            "java -version",
            "java --version",
            "java --list-modules",
            "keytool -help",
            "javac X.java",
            "javac --version",
            "jshell --version",
            "jar --version")) {
      Child without = run(jdk, tool, "");
      Child with = run(jdk, tool, "-javaagent:" + Child.agentJar() + "=interval=1s");

      assertThat(with.stdout).as(tool).isEqualTo(without.stdout);
      assertThat(with.exitCode).as(tool).isEqualTo(without.exitCode);
      assertThat(with.stderr).as(tool).doesNotContain("[plumbline]");
    }
  }

  @SideBySide
  @ParameterizedTest
  @EnumSource(TestJdk.class)
  void program_run_from_its_source_is_profiled(TestJdk jdk) throws Exception {
    Files.writeString(
        directory.resolve("Hello.java"),
        "class Hello { public static void main(String[] a) throws Exception {"
            + " Thread.sleep(1500); System.out.println(\"hello\"); } }");

    Child child =
        run(
            jdk,
            "java Hello.java",
            "-javaagent:"
                + Child.agentJar()
                + "=interval=1s,start=sync,otel-profiles-exporter=none,export.file=chunks");

    assertThat(child.stdout).as("%s", child).isEqualTo("hello\n");
    assertThat(child.stderr).contains("engine ctimer");
  }

  private Child run(TestJdk jdk, String commandLine, String options) throws Exception {
    List<String> command = new ArrayList<>(Arrays.asList(commandLine.split(" ")));
    command.set(0, jdk.tool(command.get(0)).toString());
    ProcessBuilder builder = Child.builder(command).directory(directory.toFile());
    if (!options.isEmpty()) {
      builder.environment().put("JAVA_TOOL_OPTIONS", options);
    }
    return Child.run(builder);
  }
}
