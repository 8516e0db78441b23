package dev.plumbline.it.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.it.jvm.Jdk;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Stacks of hundreds of frames: whole as far as they are kept, and cut above it (case CV-12). */
class DeepStacksIT extends HostTestCase {
  /** With what is above main, a few frames less than are kept. */
  private static final int DEEP = 480;

  private void profile() throws Exception {
    launcher.awaitSuccess(
        launcher.plumbline("run", "profile_cpu", "--timeout=4", "-o", "folded"), 60);
  }

  private void startJava(String flag) throws Exception {
    List<String> command = new ArrayList<>(Jdk.own().tool("java"));
    String classes = Launcher.ROOT.resolve("it/target/classes").toString();
    command.addAll(List.of(flag, "-Xmx64m", "-cp", classes));
    command.addAll(List.of("dev.plumbline.it.app.DeepJava", Integer.toString(DEEP)));
    launcher.started(command.toArray(String[]::new));
  }

  /** Stacks of the program that have such frames, in folded text. */
  private List<String> stacks(String program, String frames) throws Exception {
    List<String> found =
        launcher
            .out()
            .lines()
            .filter(line -> line.startsWith(program + ";") && line.contains(frames))
            .toList();
    assertThat(found).as(launcher.err()).isNotEmpty();
    return found;
  }

  private static long frames(String stack, String name) {
    return Stream.of(stack.split(";")).filter(frame -> frame.contains(name)).count();
  }

  @Test
  void cutStack_endsInARootOfItsOwn_withItsLeafIntact() throws Exception {
    launcher.workload("deep_chain", List.of("-fomit-frame-pointer"), "2000");
    profile();

    assertThat(stacks("deep_chain", ";descend;leaf"))
        .allSatisfy(
            line ->
                assertThat(line)
                    .contains(";[truncated];descend;descend;")
                    .doesNotContain(";main;", ";_start;"));
  }

  @Test
  void nativeStackOfHundreds_isWhole() throws Exception {
    launcher.workload("deep_chain", List.of("-fomit-frame-pointer"), Integer.toString(DEEP));
    profile();

    assertThat(stacks("deep_chain", ";descend;leaf"))
        .allSatisfy(
            line -> {
              assertThat(line).contains(";main;descend;").doesNotContain("[truncated]");
              assertThat(frames(line, "descend")).isEqualTo(DEEP);
            });
  }

  @Test
  void javaStackOfHundreds_isWhole() throws Exception {
    startJava("-Xint");
    startJava("-XX:TieredStopAtLevel=1");
    profile();

    long all = 0;
    long below = 0;
    for (String line : stacks("java", "DeepJava.main")) {
      assertThat(line).doesNotContain("[truncated]");
      long samples = Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
      all += samples;
      below += frames(line, "DeepJava.descend") == DEEP ? samples : 0;
    }
    assertThat((double) below / all).isGreaterThan(0.95); // the others are on the way down or up
  }
}
