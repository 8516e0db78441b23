package dev.plumbline.it.bars;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.it.bench.PprofConversion;
import dev.plumbline.it.jvm.Jdk;
import dev.plumbline.it.peers.Peers;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * pprof to OTLP, from inflating to the last byte, in a JVM with the daemon's flags, in turns with
 * what {@code google/pprof} takes to inflate and parse the same bytes. CPU of whole processes.
 */
@Tag("bars")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PprofConversionBarIT {
  private static final double BAR = 1.5;
  private static final int ROUNDS = Integer.getInteger("plumbline.rounds", 7);
  private static final int WARM_UP_MILLIS = 30_000;
  private static final int ROUND_MILLIS = 1_500;
  private static final Pattern CPU = Pattern.compile("cpu (\\d+) ns");

  @TempDir static Path directory = Path.of("");
  private Peers peers;

  @BeforeAll
  void generate() {
    peers = Peers.build();
    peers.call(List.of("gen", "-dir", directory.toString()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"small", "medium", "large"})
  void conversion_costs_little_more_than_Googles_parse(String name) throws Exception {
    final Path file = directory.resolve(name + ".pb.gz");
    final List<String> command = new ArrayList<>(Jdk.own().tool("java"));
    command.addAll(List.of("-XX:+UseSerialGC", "-Xmx256m", "-XX:-UsePerfData", "-cp"));
    command.addAll(List.of(System.getProperty("java.class.path"), PprofConversion.class.getName()));
    final Process converter =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (PrintStream questions =
            new PrintStream(converter.getOutputStream(), true, StandardCharsets.UTF_8);
        BufferedReader answers =
            new BufferedReader(
                new InputStreamReader(converter.getInputStream(), StandardCharsets.UTF_8))) {
      questions.println(WARM_UP_MILLIS + " " + file);
      answers.readLine();
      final double[] ratios = new double[ROUNDS];
      final double[] own = new double[ROUNDS];
      for (int i = 0; i < ROUNDS; i++) {
        final double parse = parseNanos(file);
        questions.println(ROUND_MILLIS + " " + file);
        own[i] = Long.parseLong(answers.readLine());
        ratios[i] = own[i] / parse;
        own[i] /= 1e6;
      }
      Measured.of("ms of CPU to convert " + name, own).print();
      assertThat(Measured.of("times Google's parse, " + name, ratios).print().staysBelow(BAR))
          .isTrue();
    } finally {
      converter.destroyForcibly();
    }
  }

  private double parseNanos(Path file) throws IOException {
    final Matcher matcher =
        CPU.matcher(peers.call(List.of("convert", "-parse", "-seconds", "1.5", file.toString())));
    assertThat(matcher.find()).isTrue();
    return Double.parseDouble(matcher.group(1));
  }
}
