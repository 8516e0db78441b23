package dev.plumbline.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.agent.settings.AgentArguments;
import dev.plumbline.agent.settings.Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentLogTest {
  private final ByteArrayOutputStream standardError = new ByteArrayOutputStream();

  @TempDir Path directory;

  private AgentLog open(String arguments) {
    Settings settings =
        Settings.read(AgentArguments.parse(arguments), name -> null, Map.of(), null);
    return AgentLog.open(settings, new PrintStream(standardError, true));
  }

  @Test
  void file_that_cannot_be_written_is_one_error_and_the_log_goes_to_the_standard_error() {
    open("log.file=/nonexistent/x").info("started");

    assertThat(standardError.toString().lines())
        .containsExactly(
            "[plumbline] ERROR agent argument log.file: \"log.file\" is \"/nonexistent/x\", cannot be"
                + " written: its directory does not exist; logging to the standard error",
            "[plumbline] INFO started");
  }

  @Test
  void file_is_appended_to() throws IOException {
    Path file = directory.resolve("log");
    open("log.file=" + file).info("one");
    open("log.file=" + file).info("two");

    assertThat(Files.readAllLines(file))
        .containsExactly("[plumbline] INFO one", "[plumbline] INFO two");
    assertThat(standardError.toString()).isEmpty();
  }

  @Test
  void level_that_is_none_does_not_keep_the_problem_from_being_told() {
    open("log.level=loud").info("told");

    assertThat(standardError.toString()).contains("told");
  }
}
