package dev.plumbline.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.jvm.SampledJvm.Stack;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The stack of a virtual thread ends at its continuation's entry, with a label of its own. */
class VirtualThreadTest {
  private static final String PROGRAM = VirtualThreads.class.getName();

  static Stream<Arguments> commands() {
    Collection<List<String>> javas = SampledJvm.javas().tailMap(21).values();
    return (javas.isEmpty() ? List.of(List.<String>of()) : javas)
        .stream()
            .flatMap(
                java ->
                    Stream.of("-XX:+UseG1GC", "-XX:TieredStopAtLevel=1", "-Xint")
                        .flatMap(
                            mode ->
                                Stream.of("yields", "stays")
                                    .map(habit -> Arguments.of(java, mode, habit))));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void stacks_endAtTheContinuation(List<String> java, String mode, String habit)
      throws IOException {
    assumeTrue(!java.isEmpty(), "no JVM with virtual threads");
    List<String> missing = SampledJvm.missing();
    assumeTrue(missing.isEmpty(), missing.toString());
    List<String> command = new ArrayList<>(java);
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
          java
              + " "
              + mode
              + " "
              + habit
              + ": "
              + atWork
              + " at work, "
              + ended
              + " ended, wrong "
              + wrong;
      System.out.println(verdict + " e.g. " + stacks.get(stacks.size() - 1).frames());
      assertThat(atWork).as(verdict).isGreaterThan(300);
      assertThat(ended).as(verdict).isGreaterThanOrEqualTo(atWork * 99 / 100);
    }
  }
}
