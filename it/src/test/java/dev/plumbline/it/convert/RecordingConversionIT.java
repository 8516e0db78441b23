package dev.plumbline.it.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.it.host.Launcher;
import dev.plumbline.it.jvm.AsyncProfilerLibrary;
import dev.plumbline.it.jvm.ChildJvm;
import dev.plumbline.it.jvm.ChildJvmBuilder;
import dev.plumbline.it.jvm.Jdk;
import dev.plumbline.it.received.ReceivedProfile;
import dev.plumbline.it.received.ReceivedProfiles;
import dev.plumbline.it.received.ReceivedSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Recordings of real JVMs against the JDK's own parser (cases CV-03, CV-04 and CV-12). */
class RecordingConversionIT {
  private static final String MILLIS = System.getProperty("plumbline.recording.millis", "4000");
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final String APP = "dev.plumbline.it.app.RecordedApp";
  private static final String TRUNCATED = "[truncated]";
  private static final Set<String> NAMES =
      Set.of("", "é", "π-worker", "\ud83d\ude00", "x".repeat(300), "left", "right", "loading");

  @TempDir private Path directory = Path.of("");
  private Launcher launcher = new Launcher(directory);

  @BeforeEach
  void prepare() {
    launcher = new Launcher(directory);
  }

  @AfterEach
  void end() throws InterruptedException {
    launcher.close();
  }

  /**
   * @param settings of the recorder; they say how often it samples
   */
  @ParameterizedTest
  @CsvSource({"17, profile, 10", "25, default, 20"})
  void recordingOfTheJdk_isReadAsItsOwnParserReadsIt(int feature, String settings, int period)
      throws Exception {
    Jdk jdk = Jdk.ofFeature(feature).filter(each -> each.prefix().isEmpty()).orElse(null);
    assumeTrue(jdk != null, "no JDK " + feature + " on this system");
    Path file = directory.resolve("a.jfr");
    String option = "-XX:StartFlightRecording:settings=" + settings + ",filename=" + file;
    record(ChildJvm.of(jdk, APP, MILLIS).jvm(option, "-Xlog:jfr=off", "-Xlog:disable"));

    ReceivedProfiles converted = convert(file);

    Map<String, Long> expected = new TreeMap<>();
    Map<String, Long> expectedFunctions = new TreeMap<>();
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      if (event.getEventType().getName().equals("jdk.ExecutionSample")
          && event.getStackTrace() != null) {
        RecordedThread thread = event.getThread("sampledThread"); // none: the recorder forgot it
        String name = thread == null ? "" : thread.getJavaName();
        String stack = stack(event);
        expected.merge(comparable(name) + stack, 1L, Long::sum);
        expectedFunctions.merge(stack, 1L, Long::sum);
      }
    }
    assertThat(expected).isNotEmpty();
    Map<String, Long> found = new TreeMap<>();
    Map<String, Long> foundFunctions = new TreeMap<>();
    converted
        .samples("samples/count")
        .forEach(
            sample -> {
              String name = sample.attributes().getOrDefault("thread.name", "");
              found.merge(comparable(name) + stack(sample), sample.value(), Long::sum);
              foundFunctions.merge(stack(sample), sample.value(), Long::sum);
            });
    assertThat(foundFunctions).isEqualTo(expectedFunctions);
    assertThat(found).isEqualTo(expected);
    assertThat(foundFunctions.keySet()).noneMatch(stack -> stack.contains("[unknown"));
    ReceivedProfile cpu = converted.ofType("samples/count").get(0);
    assertThat(cpu.period()).isEqualTo(period * 1_000_000L);
    assertNamesAreExact(cpu);
    assertCutStacksStandApart(cpu.samples());
  }

  /** The commands that the page on conversions begins with, but for the one behind perf. */
  @Test
  void conversionsOfThePage_work() throws Exception {
    Path recording = directory.resolve("recording.jfr");
    String option = "-XX:StartFlightRecording:settings=profile,filename=" + recording;
    record(ChildJvm.of(Jdk.own(), APP, "1500").jvm(option, "-Xlog:jfr=off", "-Xlog:disable"));
    Process first =
        launcher.plumbline("convert", "--type=cpu", recording.toString(), in("cpu.pb.gz"));
    launcher.awaitSuccess(first, 120);

    String page = Files.readString(Launcher.ROOT.resolve("docs/convert.md"));
    String block =
        page.substring(page.indexOf("```") + 3, page.indexOf("```", page.indexOf("```") + 3));
    List<String> commands =
        block.lines().filter(line -> line.startsWith("plumbline convert ")).toList();
    assertThat(commands).hasSizeGreaterThan(2);
    for (String command : commands) {
      List<String> words = new ArrayList<>(List.of(command.split(" ")));
      int input = words.size() - 2;
      String output = in(words.get(input + 1));
      words.set(input, in(words.get(input)));
      words.set(input + 1, output);
      launcher.awaitSuccess(
          launcher.plumbline(words.subList(1, words.size()).toArray(String[]::new)), 120);
      assertThat(Path.of(output)).as(command).isNotEmptyFile();
    }
  }

  private String in(String name) {
    return directory.resolve(name).toString();
  }

  private static String stack(RecordedEvent event) {
    StringBuilder text = new StringBuilder();
    for (RecordedFrame frame : event.getStackTrace().getFrames()) {
      text.append('|')
          .append(frame.getMethod().getType().getName())
          .append('.')
          .append(frame.getMethod().getName());
    }
    return event.getStackTrace().isTruncated() ? text + "|" + TRUNCATED : text.toString();
  }

  private static String stack(ReceivedSample sample) {
    return sample.functions().stream().map(name -> "|" + name).collect(Collectors.joining());
  }

  /** The JDK's own parser does not put pairs of surrogates together. */
  private static String comparable(String name) {
    return name.chars().anyMatch(c -> Character.isSurrogate((char) c) || c == '\ufffd')
        ? "(pairs)"
        : name;
  }

  private static void assertNamesAreExact(ReceivedProfile cpu) {
    Set<String> names =
        cpu.samples().stream()
            .filter(sample -> sample.passes("RecordedApp.burn"))
            .map(sample -> sample.attributes().getOrDefault("thread.name", ""))
            .collect(Collectors.toSet());
    assertThat(names).isNotEmpty().isSubsetOf(withLone());
  }

  /** Half of a pair is replaced; how, depends on the recorder's encoding. */
  private static Set<String> withLone() {
    Set<String> names = new HashSet<>(NAMES);
    names.add("lone-\ufffd");
    names.add("lone-?");
    return names;
  }

  /** The root of a cut stack is synthetic, and below it are the frames of one branch only. */
  private static void assertCutStacksStandApart(List<ReceivedSample> samples) {
    List<ReceivedSample> deep =
        samples.stream().filter(sample -> sample.passes("RecordedApp.recurse")).toList();
    assertThat(deep).isNotEmpty();
    assertThat(deep)
        .allSatisfy(
            sample -> {
              List<String> functions = sample.functions();
              assertThat(functions.get(functions.size() - 1)).isEqualTo(TRUNCATED);
              assertThat(functions).hasSize(65);
              assertThat(sample.passes("$Left.run") || sample.passes("$Right.run")).isFalse();
            });
  }

  @Test
  void recordingOfAsyncProfiler_saysItsOwnIntervalsAndDepth() throws Exception {
    Path library = AsyncProfilerLibrary.unpackedTo(directory);
    Path file = directory.resolve("a.jfr");
    String options =
        "start,event=ctimer,interval=5ms,wall=20ms,alloc=64k,lock=1ms,jstackdepth=64,jfr,file=";
    record(ChildJvm.of(APP, MILLIS).jvm("-agentpath:" + library + "=" + options + file));

    ReceivedProfiles converted = convert(file);

    Map<String, Long> events = new HashMap<>();
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      events.merge(event.getEventType().getName(), 1L, Long::sum);
    }
    ReceivedProfile cpu = converted.ofType("samples/count").get(0);
    assertThat(cpu.total()).isEqualTo(events.get("jdk.ExecutionSample"));
    assertThat(cpu.period()).isEqualTo(5_000_000);
    assertThat(converted.ofType("wall/nanoseconds").get(0).period()).isEqualTo(20_000_000);
    assertThat(converted.total("contentions/count")).isPositive();
    assertThat(converted.total("alloc_space/bytes")).isPositive();
    assertNamesAreExact(cpu);
    assertCutStacksStandApart(cpu.samples());
    assertThat(launcher.err()).containsPattern("\\d+ samples have a stack that was cut");
  }

  private static void record(ChildJvmBuilder program) {
    try (ChildJvm jvm = program.start()) {
      assertThat(jvm.awaitExit(PATIENCE)).as(jvm.output()).isZero();
    }
  }

  private ReceivedProfiles convert(Path recording) throws IOException, InterruptedException {
    Path otlp = directory.resolve("a.otlp");
    Process process = launcher.plumbline("convert", recording.toString(), otlp.toString());
    launcher.awaitSuccess(process, 120);
    return ReceivedProfiles.of(List.of(Files.readAllBytes(otlp)));
  }
}
