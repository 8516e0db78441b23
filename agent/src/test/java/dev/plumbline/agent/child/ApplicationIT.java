package dev.plumbline.agent.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.agent.child.app.Busy;
import dev.plumbline.agent.child.app.Descriptors;
import dev.plumbline.agent.child.app.Isolation;
import dev.plumbline.agent.child.app.Properties;
import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.junit.SideBySide;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The application's output and exit code are its own, whatever the agent meets. */
class ApplicationIT {
  private static final String NO_EXPORT =
      "otel-profiles-exporter=none,export.file=target/chunks,interval=1s,start=sync";

  @SideBySide
  @ParameterizedTest
  @EnumSource(TestJdk.class)
  void profiled_application_keeps_its_output_and_exit_code(TestJdk jdk) throws Exception {
    Child child = Child.underAgent(jdk, NO_EXPORT, Busy.class, "1500");

    assertThat(child.stdout).as("%s", child).isEqualTo("done\n");
    assertThat(child.exitCode).isEqualTo(7);
    assertThat(child.stderr).contains("engine ctimer").contains("recording in memory");
    assertThat(child.foreignLines()).as("%s", child).isEmpty();
  }

  @SideBySide
  @Test
  void newest_jvm_that_denies_native_access_and_unsafe_memory_is_profiled_without_a_warning()
      throws Exception {
    Child child =
        Child.java(
            TestJdk.JAVA_25,
            List.of(
                "--illegal-native-access=deny",
                "--sun-misc-unsafe-memory-access=deny",
                "-javaagent:" + Child.agentJar() + "=" + NO_EXPORT),
            Busy.class,
            "1500");

    assertThat(child.stdout).as("%s", child).isEqualTo("done\n");
    assertThat(child.stderr).contains("engine ctimer");
    assertThat(child.foreignLines()).as("%s", child).isEmpty();
  }

  @SideBySide
  @ParameterizedTest
  @EnumSource(TestJdk.class)
  void application_sees_none_of_the_agents_classes(TestJdk jdk) throws Exception {
    Child child = Child.underAgent(jdk, NO_EXPORT, Isolation.class, "1500");

    assertThat(child.stdout.lines().filter(line -> line.endsWith(" true")))
        .as("%s", child)
        .containsExactly("context true");
    assertThat(child.stdout).contains("services null");
  }

  /** The reaper of processes lives for a minute after one. */
  @SideBySide
  @ParameterizedTest
  @EnumSource(TestJdk.class)
  void application_keeps_its_system_properties_and_gets_no_child(TestJdk jdk) throws Exception {
    Child without = Child.java(jdk, List.of(), Properties.class, "0");
    Child with = Child.underAgent(jdk, NO_EXPORT, Properties.class, "1500");

    assertThat(without.stdout).as("%s", without).contains("java.version");
    assertThat(with.stderr).as("%s", with).contains("recording in memory");
    assertThat(with.stdout).isEqualTo(without.stdout);
  }

  @SideBySide
  @Test
  void child_process_inherits_no_descriptor() throws Exception {
    Child child = Child.underAgent(TestJdk.BUILD, NO_EXPORT, Descriptors.class, "1500");

    assertThat(child.stderr).as("%s", child).contains("recording in memory");
    assertThat(child.stdout.lines().filter(line -> line.contains(" -> ")))
        .as("0, 1, 2 and the directory that ls reads: %s", child)
        .hasSize(4)
        .noneMatch(line -> line.contains("memfd") || line.contains("socket"));
  }

  @SideBySide
  @Test
  void jvm_without_the_module_for_logging_is_told_in_one_line() throws Exception {
    Child child =
        Child.java(
            TestJdk.BUILD,
            List.of(
                "--limit-modules=java.base,java.instrument",
                "-javaagent:" + Child.agentJar() + "=start=sync"),
            Busy.class,
            "200");

    assertThat(child.stdout).as("%s", child).isEqualTo("done\n");
    assertThat(child.exitCode).isEqualTo(7);
    assertThat(child.stderr.lines())
        .singleElement()
        .asString()
        .startsWith("[plumbline] ERROR profiling off: this JVM lacks module java.logging");
  }

  /** Netty remarks on what it misses in such a JVM. */
  @SideBySide
  @Test
  void jvm_with_the_least_modules_is_profiled_and_no_library_speaks_for_us() throws Exception {
    try (FakeCollector collector = FakeCollector.start()) {
      Child child =
          Child.java(
              TestJdk.BUILD,
              List.of(
                  "--limit-modules=java.base,java.instrument,java.logging",
                  "-Dotel.exporter.otlp.endpoint=http://" + collector.grpcTarget(),
                  "-javaagent:" + Child.agentJar() + "=start=sync,exit.timeout=30s"),
              Busy.class,
              "1000");

      assertThat(child.stdout).as("%s", child).isEqualTo("done\n");
      assertThat(child.foreignLines()).as("%s", child).isEmpty();
      assertThat(collector.stored()).as("%s", child).isNotEmpty();
    }
  }

  @SideBySide
  @Test
  void switched_off_agent_says_nothing() throws Exception {
    assertThat(Child.underAgent(TestJdk.BUILD, "enabled=false", Busy.class, "200").stderr)
        .isEmpty();
    assertThat(
            Child.java(
                    TestJdk.BUILD,
                    List.of("-Dplumbline.enabled=false", "-javaagent:" + Child.agentJar()),
                    Busy.class,
                    "200")
                .stderr)
        .isEmpty();
  }

  @SideBySide
  @Test
  void wrong_values_are_one_line_each_and_the_application_runs() throws Exception {
    Child child =
        Child.underAgent(
            TestJdk.BUILD, "cpu=fast,interval=1ms,dpeth=3,start=sync", Busy.class, "1000");

    assertThat(child.stdout).isEqualTo("done\n");
    assertThat(child.exitCode).isEqualTo(7);
    assertThat(child.stderr.lines())
        .hasSize(4)
        .anySatisfy(line -> assertThat(line).contains("\"dpeth\", the nearest is \"depth\""))
        .anySatisfy(line -> assertThat(line).contains("\"cpu\" is \"fast\""))
        .anySatisfy(line -> assertThat(line).contains("\"interval\" is \"1ms\", expected 1s to 1h"))
        .anySatisfy(line -> assertThat(line).startsWith("[plumbline] ERROR profiling off"));
  }

  @SideBySide
  @ParameterizedTest
  @ValueSource(
      strings = {
        "signal=9 | \"signal\" is \"9\", expected 26 (SIGVTALRM), 27 (SIGPROF)",
        "log.level=loud | \"log.level\" is \"loud\", expected one of error, warn",
        "crash.marker=/nonexistent/m | \"crash.marker\" is \"/nonexistent/m\", cannot be written: its"
            + " directory does not exist",
        "memory.queue=4 | \"memory.queue\" is \"4\", expected a size from 64k"
      })
  void value_that_forbids_to_start_is_named_and_the_application_runs(String both) throws Exception {
    String[] parts = both.split(" \\| ");
    Child child = Child.underAgent(TestJdk.BUILD, parts[0] + ",start=sync", Busy.class, "200");

    assertThat(child.stdout).as("%s", child).isEqualTo("done\n");
    assertThat(child.exitCode).isEqualTo(7);
    assertThat(child.stderr).contains(parts[1]).contains("profiling off");
    assertThat(child.stderr.lines())
        .allSatisfy(line -> assertThat(line).startsWith("[plumbline] ERROR "));
  }

  @SideBySide
  @Test
  void end_during_the_start_is_one_line_and_leaves_no_crash_marker(@TempDir Path directory)
      throws Exception {
    Path marker = directory.resolve("marker");
    Child child =
        Child.underAgent(TestJdk.BUILD, "delay=1h,crash.marker=" + marker, Busy.class, "4000");

    assertThat(child.exitCode).isEqualTo(7);
    assertThat(child.stderr.lines())
        .as("%s", child)
        .containsExactly(
            "[plumbline] INFO the JVM ends while profiling starts: nothing of it is profiled");
    assertThat(marker).doesNotExist();
  }

  @SideBySide
  @ParameterizedTest
  @ValueSource(strings = {"", "enabled=false", "log.level=warn"})
  void end_before_the_start_is_one_line_for_those_who_want_it(String argument) throws Exception {
    Child child = Child.underAgent(TestJdk.BUILD, "delay=1h," + argument, Busy.class, "1");

    assertThat(child.stdout).isEqualTo("done\n");
    assertThat(child.exitCode).isEqualTo(7);
    String line = "[plumbline] INFO the JVM ends while profiling starts: nothing of it is profiled";
    assertThat(child.stderr).as("%s", child).isEqualTo(argument.isEmpty() ? line + "\n" : "");
  }

  @SideBySide
  @Test
  void end_before_the_start_says_nothing_where_the_file_alone_switches_off(@TempDir Path directory)
      throws Exception {
    Path file = Files.writeString(directory.resolve("ig-config.yaml"), "jvm: {enabled: false}\n");
    Child child = Child.underAgent(TestJdk.BUILD, "config=" + file, Busy.class, "1");

    assertThat(child.stdout).isEqualTo("done\n");
    assertThat(child.stderr).isEmpty();
  }

  @SideBySide
  @Test
  void second_agent_of_the_same_jvm_does_nothing() throws Exception {
    String agent = "-javaagent:" + Child.agentJar() + "=" + NO_EXPORT;
    Child child = Child.java(TestJdk.BUILD, List.of(agent, agent), Busy.class, "1500");

    assertThat(child.stdout).isEqualTo("done\n");
    assertThat(child.stderr.lines().filter(line -> line.contains("already running"))).hasSize(1);
    assertThat(child.stderr.lines().filter(line -> line.contains("engine ctimer"))).hasSize(1);
  }

  @SideBySide
  @Test
  void help_prints_the_table_and_profiles_nothing() throws Exception {
    Child child = Child.underAgent(TestJdk.BUILD, "help,log.level=error", Busy.class, "1");

    assertThat(child.stdout).isEqualTo("done\n");
    assertThat(child.exitCode).isEqualTo(7);
    assertThat(child.stderr)
        .as("whole however soon the JVM ends, and no line beside it")
        .contains("PLUMBLINE_CPU_ENGINE", "PLUMBLINE_LOG_FILE")
        .doesNotContain("[plumbline]");
  }
}
