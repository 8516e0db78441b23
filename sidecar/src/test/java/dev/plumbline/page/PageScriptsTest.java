package dev.plumbline.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Runs the unit tests of the page's scripts by node's own test runner, and reports each. */
class PageScriptsTest {
  private static final Path TESTS = Path.of("target/page/tests");
  private static final int MAX_SECONDS = 120;

  /** A line of the Test Anything Protocol; those of whole files are not indented. */
  private static final Pattern RESULT = Pattern.compile("( *)(ok|not ok) \\d+ - (.*)");

  @TempDir private Path directory = Path.of("");

  @TestFactory
  List<DynamicTest> scripts() throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("node", "--test", "--test-reporter=tap"));
    try (Stream<Path> files = Files.list(TESTS)) {
      files.sorted().forEach(file -> command.add(file.toString()));
    }
    Path output = directory.resolve("tap.txt");
    Process node =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(node.waitFor(MAX_SECONDS, TimeUnit.SECONDS)).isTrue();
    } finally {
      node.destroyForcibly().waitFor();
    }
    String text = Files.readString(output, UTF_8);
    List<DynamicTest> tests = new ArrayList<>();
    text.lines()
        .map(RESULT::matcher)
        .filter(Matcher::matches)
        .forEach(result -> tests.add(test(result, text)));
    assertThat(tests).as(text).hasSizeGreaterThan(20);
    assertThat(tests.isEmpty() || node.exitValue() == 0 || text.contains("not ok")).isTrue();
    return tests;
  }

  private static DynamicTest test(Matcher result, String text) {
    boolean isPassed = result.group(2).equals("ok");
    return DynamicTest.dynamicTest(result.group(3), () -> assertThat(isPassed).as(text).isTrue());
  }
}
