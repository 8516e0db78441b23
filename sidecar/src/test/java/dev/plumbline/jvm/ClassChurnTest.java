package dev.plumbline.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.jvm.SampledJvm.Stack;
import dev.plumbline.profile.Frame;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Code and classes are dropped and their memory is used again (case AG-08, its host half): no frame
 * shows a class that did not run at the time of the sample.
 */
class ClassChurnTest {
  private static final int STACKS = 4000;
  private static final int SECONDS = 8;
  private static final int ROUNDS = 6;

  /**
   * At an address that was never seen before, what stands there when we look is believed, so a look
   * that comes late, on a busy machine, may find the next class but one.
   */
  private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private static final Pattern CHURNED =
      Pattern.compile("dev\\.plumbline\\.jvm\\.(Churned\\d{4})\\..*");

  private static final Set<Frame> MARKERS =
      Stream.of(Unresolved.values()).map(Unresolved::frame).collect(Collectors.toSet());

  static Stream<List<String>> commands() {
    List<List<String>> commands = new ArrayList<>();
    for (List<String> java : SampledJvm.javas().values()) {
      for (String flags :
          List.of("-XX:ReservedCodeCacheSize=6m -XX:+UseCodeCacheFlushing", "-Xint")) {
        List<String> command = new ArrayList<>(java);
        command.addAll(List.of("-XX:+UseSerialGC", "-Xmx64m"));
        command.addAll(List.of(flags.split(" ", -1)));
        commands.add(command);
      }
    }
    return commands.stream();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void frames_neverShowAClassThatDidNotRun(List<String> java) throws IOException {
    List<String> missing = SampledJvm.missing();
    assumeTrue(missing.isEmpty(), missing.toString());
    List<String> command = new ArrayList<>(java);
    command.addAll(
        List.of(
            "-Xlog:class+unload=info", "-cp", SampledJvm.classPath(), ClassChurn.class.getName()));
    try (SampledJvm jvm = SampledJvm.start(command, "RAN Churned0004", "")) {
      List<Stack> stacks = new ArrayList<>();
      Verdict verdict = new Verdict("");
      for (int round = 0; round < ROUNDS && !verdict.isTelling(); round++) { // a busy machine's
        stacks.addAll(jvm.stacks(STACKS, SECONDS));
        jvm.stacks(50, 1); // so that what runs now is also printed
        verdict = new Verdict(jvm.output());
        stacks.forEach(verdict::add);
      }
      for (Unresolved reason : Unresolved.values()) {
        verdict.unresolved.put(reason, jvm.hotSpot().unresolved(reason));
      }
      System.out.println(java + ": " + verdict);
      assertThat(verdict.isTelling()).as(verdict.toString()).isTrue();
      assertThat(verdict.wrong.size())
          .as(verdict.toString())
          .isLessThanOrEqualTo(verdict.inWork / 1000);
      assertThat(verdict.named + verdict.marked + verdict.ofCaller)
          .as(verdict.toString())
          .isGreaterThanOrEqualTo(verdict.inWork * 99 / 100);
      // Else the caller stands where something that it called was lost without a mark.
      assertThat(verdict.ofCaller).as(verdict.toString()).isLessThan(verdict.inWork / 10);
    }
  }

  private record Run(long start, long end) {}

  private static final class Verdict {
    private final Map<String, Run> runs = new HashMap<>();
    private final Map<Unresolved, Long> unresolved = new HashMap<>();
    private final Set<String> shown = new TreeSet<>();
    private final List<String> wrong = new ArrayList<>();
    private long unloads;
    private int inWork;
    private int named;
    private int marked;
    private int ofCaller;

    Verdict(String output) {
      for (String line : output.split("\n", -1)) {
        String[] words = line.split(" ", -1);
        if (words.length == 4 && words[0].equals("RAN")) {
          runs.put(words[1], new Run(Long.parseLong(words[2]), Long.parseLong(words[3])));
        }
        unloads += line.contains("unloading class dev.plumbline.jvm.Churned") ? 1 : 0;
      }
    }

    /** Memory was used again, and names were found in spite of it. */
    boolean isTelling() {
      return unloads > 20 && shown.size() > 20 && named > inWork / 3;
    }

    /** Only stacks that were taken while a class ran are known to be in its code. */
    void add(Stack stack) {
      long at = stack.timeNanos();
      String running = null;
      for (Map.Entry<String, Run> run : runs.entrySet()) {
        if (at > run.getValue().start() && at < run.getValue().end()) {
          running = run.getKey();
        }
      }
      String seen = null;
      for (Frame frame : stack.frames()) {
        Matcher matcher = CHURNED.matcher(frame.functionName());
        if (matcher.matches()) {
          seen = matcher.group(1);
          if (running != null && !seen.equals(running) && stack.delayNanos() < LATE_NANOS) {
            wrong.add(running + " shown as " + seen);
          }
        }
      }
      boolean isOfMain = stack.frames().stream().anyMatch(Verdict::isMain);
      if (running != null && isOfMain) {
        inWork++;
        if (seen != null) {
          named++;
        } else if (stack.frames().stream().anyMatch(MARKERS::contains)) {
          marked++;
        } else if (isOfCaller(stack)) {
          ofCaller++;
        }
      }
      if (seen != null) {
        shown.add(seen);
      }
    }

    private static boolean isMain(Frame frame) {
      return frame.functionName().endsWith("ClassChurn.main");
    }

    /**
     * The loop that calls the classes was at work itself, or called the clock or a stub of the JVM,
     * whose names have no dot. How often, is up to the compiler.
     */
    private static boolean isOfCaller(Stack stack) {
      return stack.frames().stream()
          .takeWhile(frame -> !isMain(frame))
          .map(Frame::functionName)
          .allMatch(name -> name.endsWith(".nanoTime") || name.indexOf('.') < 0);
    }

    @Override
    public String toString() {
      return unloads
          + " unloaded, "
          + shown.size()
          + " shown, "
          + inWork
          + " stacks at work, "
          + named
          + " named, "
          + marked
          + " marked, "
          + ofCaller
          + " of the caller, wrong "
          + wrong.size()
          + " "
          + wrong.stream().limit(5).toList()
          + ", unresolved "
          + unresolved;
    }
  }
}
