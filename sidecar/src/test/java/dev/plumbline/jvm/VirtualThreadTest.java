package dev.plumbline.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.jvm.SampledJvm.Stack;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The stack of a virtual thread ends at its continuation's entry, with a label of its own. */
class VirtualThreadTest {
  private static final String PROGRAM = VirtualThreads.class.getName();

  @ParameterizedTest
  @CsvSource({
    "-XX:+UseG1GC, yields",
    "-XX:TieredStopAtLevel=1, yields",
    "-Xint, yields",
    "-XX:+UseG1GC, stays",
    "-XX:TieredStopAtLevel=1, stays",
    "-Xint, stays"
  })
  void stacks_endAtTheContinuation(String mode, String habit) throws IOException {
    List<List<String>> javas = SampledJvm.javas();
    assumeTrue(javas.size() > 1, "no JVM with virtual threads");
    List<String> missing = SampledJvm.missing();
    assumeTrue(missing.isEmpty(), missing.toString());
    List<String> command = new ArrayList<>(javas.get(javas.size() - 1));
    command.addAll(List.of(mode, "-cp", SampledJvm.classPath(), PROGRAM, habit));
    try (SampledJvm jvm = SampledJvm.start(command, "WORKING", "")) {
      List<Stack> stacks = jvm.stacks(400, 120);
      int atWork = 0;
      int ended = 0;
      Map<String, Integer> wrong = new HashMap<>();
      for (Stack stack : stacks) {
        if (stack.frames().stream().anyMatch(f -> f.functionName().startsWith(PROGRAM))) {
          atWork++;
          if (HotSpotProcess.endsStack(stack.frames())) {
            ended++;
          } else {
            wrong.merge(stack.end() + " " + stack.frames(), 1, Integer::sum);
          }
        }
      }
      String verdict =
          mode + " " + habit + ": " + atWork + " at work, " + ended + " ended, wrong " + wrong;
      System.out.println(verdict + " e.g. " + stacks.get(stacks.size() - 1).frames());
      assertThat(atWork).as(verdict).isGreaterThan(300);
      assertThat(ended).as(verdict).isGreaterThanOrEqualTo(atWork * 99 / 100);
    }
  }
}
