package dev.plumbline.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.profile.FrameType;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names of generated classes in real recordings (case AG-05). */
class RecordedNamesTest {
  private static final String PROGRAM = "dev.plumbline.jfr.GeneratedNames";

  @TempDir Path directory;
  private Recorder recorder;

  @BeforeEach
  void unpack() throws Exception {
    recorder = Recorder.in(directory);
  }

  @Test
  void names_ofTwoRunsAreEqual_andTellTheLambdasApart() throws Exception {
    Recorder.Recording first = record(Recorder.currentJava());
    Set<String> names = names(first, JfrSettings.Names.NORMALIZED);
    assertThat(names)
        .isEqualTo(names(record(Recorder.currentJava()), JfrSettings.Names.NORMALIZED));
    assertThat(names)
        .noneMatch(name -> name.matches(".*0x[0-9a-f]+.*"))
        .noneMatch(name -> name.matches(".*/[0-9]+.*"))
        .noneMatch(name -> name.matches(".*(Accessor|Proxy|Lambda\\$)[0-9]+.*"))
        .contains(PROGRAM + "$$Lambda.getAsLong", PROGRAM + ".burn")
        .anyMatch(name -> name.endsWith("$Proxy.getAsLong"))
        .anyMatch(name -> name.startsWith("java.lang.invoke.LambdaForm$"));
    assertThat(lambdas(names)).hasSize(5);
    assertThat(names(first, JfrSettings.Names.VERBATIM))
        .anyMatch(name -> name.matches(".*\\$\\$Lambda.*0x[0-9a-f]+\\.getAsLong"))
        .anyMatch(name -> name.matches(".*\\$Proxy[0-9]+\\.getAsLong"));
  }

  @Test
  void names_ofUserLambdasAgreeBetweenReleases() throws Exception {
    Path other = Recorder.java(25);
    assumeTrue(other != null, "no JDK 25 under /usr/lib/jvm");
    Set<String> current = names(record(Recorder.currentJava()), JfrSettings.Names.NORMALIZED);
    Set<String> newer = names(record(other), JfrSettings.Names.NORMALIZED);
    assertThat(lambdas(newer)).isEqualTo(lambdas(current));
    assertThat(newer).noneMatch(name -> name.matches(".*0x[0-9a-f]+.*"));
  }

  @Test
  void frames_carrySystemNameDerivedFileLineAndType() throws Exception {
    List<JfrRecords> records = record(Recorder.currentJava()).decode(JfrSettings.builder().build());
    Totals cpu = Totals.of(records, JvmGadget.CPU, "samples");
    assertThat(cpu.frames())
        .filteredOn(frame -> frame.functionName().equals(PROGRAM + ".burn"))
        .isNotEmpty()
        .allSatisfy(
            frame -> {
              assertThat(frame.systemName()).isEqualTo("dev/plumbline/jfr/GeneratedNames.burn(J)J");
              assertThat(frame.fileName()).isEqualTo("GeneratedNames.java");
              assertThat(frame.type()).isEqualTo(FrameType.JVM);
              assertThat(frame.line()).isPositive();
            });
    assertThat(cpu.frames())
        .filteredOn(frame -> frame.functionName().equals("start_thread"))
        .allSatisfy(frame -> assertThat(frame.type()).isEqualTo(FrameType.NATIVE));
  }

  private Recorder.Recording record(Path java) throws Exception {
    return recorder.run(java, GeneratedNames.class, "1500");
  }

  /**
   * Of the program's own calls: JVM frames on its stacks, without what the JIT adds by chance, and
   * without the JDK's classes that make accessors, which come and go in samples.
   */
  private static Set<String> names(Recorder.Recording recording, JfrSettings.Names names)
      throws Exception {
    List<JfrRecords> records = recording.decode(JfrSettings.builder().names(names).build());
    return Totals.of(records, JvmGadget.CPU, "samples").frames().stream()
        .filter(frame -> frame.type().equals(FrameType.JVM))
        .map(frame -> frame.functionName())
        .filter(
            name ->
                name.startsWith(PROGRAM)
                    || name.contains("$Proxy")
                    || name.contains("LambdaForm$")
                    || name.contains("GeneratedMethodAccessor"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> lambdas(Set<String> names) {
    return names.stream()
        .filter(name -> name.startsWith(PROGRAM + ".lambda$"))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
