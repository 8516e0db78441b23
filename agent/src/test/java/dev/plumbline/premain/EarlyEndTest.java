package dev.plumbline.premain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EarlyEndTest {
  private static final String LINE =
      "[plumbline] INFO the JVM ends while profiling starts: nothing of it is profiled";

  @TempDir Path directory;

  @Test
  void end_before_the_core_is_one_line() {
    EarlyEnd hook = new EarlyEnd(new PremainSettings("interval=1s"));
    assertThat(errorsOf(hook).lines()).containsExactly(LINE);
    assertThat(hook.getAsBoolean()).as("the core is silent then").isFalse();
  }

  @Test
  void end_is_the_cores_word_once_it_has_taken_it() {
    EarlyEnd hook = new EarlyEnd(new PremainSettings(""));
    assertThat(hook.getAsBoolean()).isTrue();
    assertThat(errorsOf(hook)).isEmpty();
  }

  @Test
  void start_that_is_over_leaves_nothing_to_say() {
    EarlyEnd hook = new EarlyEnd(new PremainSettings(""));
    hook.register();
    hook.unregister();
    assertThat(errorsOf(hook)).isEmpty();
  }

  @Test
  void line_goes_where_the_log_goes() throws IOException {
    Path file = directory.resolve("log");
    assertThat(errorsOf(new EarlyEnd(new PremainSettings("log.file=" + file + ",cpu=off"))))
        .isEmpty();
    assertThat(Files.readAllLines(file)).containsExactly(LINE);
    Path missing = directory.resolve("none").resolve("log");
    assertThat(errorsOf(new EarlyEnd(new PremainSettings("log.file=" + missing)))).contains(LINE);
    assertThat(errorsOf(new EarlyEnd(new PremainSettings("log.level=warn")))).isEmpty();
  }

  @Test
  void file_that_switches_off_or_quietens_is_heeded() throws IOException {
    Path log = directory.resolve("log of the file");
    assertThat(errorsWith("operator: {}\njvm:\n  interval: 10s\n  enabled: false # for now\n"))
        .isEmpty();
    assertThat(errorsWith("jvm: {cpu: 10ms, \"enabled\": 'off'}\n")).isEmpty();
    assertThat(errorsWith("jvm:\n\n# words\n  Log.Level: \"warn\"\r\n")).isEmpty();
    assertThat(errorsWith("jvm:\n  log.file: '" + log + "'\n")).isEmpty();
    assertThat(Files.readAllLines(log)).containsExactly(LINE);
  }

  @Test
  void file_that_says_nothing_of_it_leaves_the_line() throws IOException {
    assertThat(errorsWith("jvm:\n  enabled: true\nother:\n  enabled: false\n")).contains(LINE);
    assertThat(errorsWith("jvm: # none\n\tcpu\nenabled: false\n")).contains(LINE);
    assertThat(errorsWith("jvm: {enabled")).contains(LINE);
    assertThat(errorsWith("")).contains(LINE);
    assertThat(errorsOf(new EarlyEnd(new PremainSettings("config=" + directory)))).contains(LINE);
  }

  @Test
  void argument_goes_over_the_file() throws IOException {
    Path file = Files.writeString(directory.resolve("config"), "jvm: {enabled: false}\n");
    assertThat(errorsOf(new EarlyEnd(new PremainSettings("enabled=true,config=" + file))))
        .contains(LINE);
  }

  private String errorsWith(String configuration) throws IOException {
    Path file = Files.writeString(directory.resolve("ig-config.yaml"), configuration);
    return errorsOf(new EarlyEnd(new PremainSettings("config=" + file)));
  }

  private static String errorsOf(EarlyEnd hook) {
    PrintStream before = System.err;
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    System.setErr(new PrintStream(errors, true));
    try {
      hook.run();
    } finally {
      System.setErr(before);
    }
    return errors.toString();
  }
}
