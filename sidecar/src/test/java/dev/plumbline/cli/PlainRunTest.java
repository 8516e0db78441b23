package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.config.Variables;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** What is read without picocli is what picocli reads. */
class PlainRunTest {
  private static final Console CONSOLE =
      new Console(
          OutputStream.nullOutputStream(),
          new PrintStream(OutputStream.nullOutputStream()),
          Variables.NONE,
          false);

  private static CommandLine picocli(String... arguments) {
    return Plumbline.commandLine(CONSOLE, List.of(arguments));
  }

  private static RunRequest byPicocli(String... arguments) {
    CommandLine commands = picocli(arguments);
    commands.parseArgs(arguments);
    RunCommand run = commands.getSubcommands().get("run").getCommand();
    return run.request();
  }

  private static @Nullable RunRequest plain(String... arguments) {
    return PlainRun.read(List.of(arguments), Variables.NONE);
  }

  private static void assertSame(String... arguments) {
    assertThat(plain(arguments))
        .as(Arrays.toString(arguments))
        .usingRecursiveComparison()
        .ignoringFields("gadget")
        .isEqualTo(byPicocli(arguments));
  }

  private static boolean isHelp(OptionSpec option) {
    return option.usageHelp() || option.versionHelp();
  }

  private static String value(OptionSpec option) {
    Class<?> type = option.type();
    boolean isNumber =
        type == int.class || type == Integer.class || type == Long.class || type == long.class;
    return isNumber ? "7" : type == boolean.class || type == Boolean.class ? "true" : "some,thing";
  }

  @Test
  void noFlags_areTheDefaults() {
    assertSame("run", "profile_cpu");
  }

  @Test
  void eachFlagUnderEachName_isReadAsByPicocli() {
    CommandLine run = picocli("run", "profile_cpu").getSubcommands().get("run");
    Set<String> longNames = new TreeSet<>();
    for (OptionSpec option : run.getCommandSpec().options()) {
      if (isHelp(option)) {
        continue;
      }
      boolean ofGadget = option.userObject() == null;
      if (!ofGadget) {
        longNames.add(option.longestName());
      }
      String value = ofGadget && option.arity().min() == 1 ? "9" : value(option);
      for (String name : option.names()) {
        if (option.arity().max() == 0) {
          assertSame("run", "profile_cpu", name);
          continue;
        }
        if (name.startsWith("--")) {
          assertSame("run", "profile_cpu", name + "=" + value);
          assertSame("run", name + "=" + value, "profile_cpu");
        }
        if (option.arity().min() == 1) {
          assertSame("run", "profile_cpu", name, value);
        } else {
          assertSame("run", "profile_cpu", name);
          assertSame("run", "profile_cpu", name + "=false", "-v");
        }
      }
    }
    assertThat(longNames).isEqualTo(new TreeSet<>(PlainRun.FLAGS));
  }

  @Test
  void flagsTogether_areReadAsByPicocli() {
    assertSame(
        "--config",
        "ig-config.yaml",
        "-v",
        "run",
        "profile_cpu",
        "--frequency=99",
        "--include-idle",
        "-o",
        "json=a=b",
        "--otel-profiles-exporter=my-profiles-exporter",
        "-t",
        "10",
        "--uid",
        "4294967294",
        "--annotate=samples:profiles.name=x\\,y");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run",
        "serve",
        "run profile_cpu --help",
        "run profile_cpu -h",
        "run profile_cpu --frequncy=9",
        "run profile_cpu --frequency",
        "run profile_cpu --frequency=",
        "run profile_cpu --timeout=soon",
        "run profile_cpu --timeout=1 --timeout=2",
        "run profile_cpu -t 1 --timeout=2",
        "run profile_cpu -t1",
        "run profile_cpu -o=json",
        "run profile_cpu --max-entries -1",
        "run profile_cpu --include-idle true",
        "run profile_cpu --host=perhaps",
        "run profile_cpu --verbose=true",
        "run profile_cpu extra",
        "run profile_cpu -- --pid=1",
        "run profile_cpu @flags",
        "run ./profile_cpu profile_cpu",
        "profile_cpu run",
        "--timeout=3 run profile_cpu",
        "check profile_cpu run",
        "run profile_cpu --pid=99999999999",
      })
  void whatIsUnusual_isLeftToPicocli(String arguments) {
    assertThat(plain(arguments.split(" "))).isNull();
  }

  @Test
  void variables_areLeftToPicocli() {
    for (String name : List.of("TIMEOUT", "OUTPUT", "FREQUENCY", "KERNEL_STACKS_ONLY", "CONFIG")) {
      Map<String, String> set = Map.of("INSPEKTOR_GADGET_" + name, "1");
      assertThat(PlainRun.read(List.of("run", "profile_cpu"), set::get)).as(name).isNull();
    }
    Map<String, String> blank = Map.of("INSPEKTOR_GADGET_TIMEOUT", " ");
    assertThat(PlainRun.read(List.of("run", "profile_cpu"), blank::get)).isNotNull();
  }
}
