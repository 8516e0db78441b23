package dev.plumbline.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.jvm.SampledJvm.Stack;
import dev.plumbline.kernel.unwind.EndReason;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Java frames of running JVMs: names, lines and order against what the JVM itself says. */
class KnownChainTest {
  private static final String PROGRAM = KnownChain.class.getName();
  private static final int STACKS = 400;
  private static final int SECONDS = 120;

  /** Callees that each work may have, outermost first. */
  private static final Map<String, List<String>> CALLEES =
      Map.of(
          "hot", List.of("inlinedOuter", "inlinedInner"),
          "collections", List.of(),
          "throwing", List.of("thrower"),
          "lambdas", List.of("lambda$lambdas$0"),
          "natives", List.of("spin"));

  private static final Set<String> CALLERS = Set.of("main", "outer", "middle");

  static Stream<List<String>> commands() {
    List<List<String>> commands = new ArrayList<>();
    for (List<String> java : SampledJvm.javas().values()) {
      for (String flags :
          List.of(
              "-XX:+UseG1GC",
              "-XX:+UseSerialGC -XX:TieredStopAtLevel=1",
              "-XX:+UseParallelGC -XX:-TieredCompilation",
              "-XX:+UseSerialGC -Xint")) {
        List<String> command = new ArrayList<>(java);
        command.addAll(List.of(flags.split(" ", -1)));
        commands.add(command);
      }
    }
    return commands.stream();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void frames_areThoseOfTheKnownChain(List<String> command) throws IOException {
    Verdict verdict = sample(command, "CALLERS lambdas", "");
    assertThat(verdict.stacks) // a few are of the JVM's own threads
        .as(verdict.toString())
        .isGreaterThanOrEqualTo(STACKS * 95 / 100);
    assertThat(verdict.complete)
        .as(verdict.toString())
        .isGreaterThanOrEqualTo(verdict.stacks * 99 / 100);
    assertThat(verdict.exact).as(verdict.toString()).isEqualTo(verdict.complete);
    assertThat(verdict.works).as(verdict.toString()).contains("hot", "collections", "lambdas");
    boolean compiles = !command.contains("-Xint");
    assertThat(verdict.inlined > 0).as(verdict.toString()).isEqualTo(compiles);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void frames_ofANativeMethodsCallers_areThere(List<String> command) throws IOException {
    Path library = NativeLibrary.build();
    Verdict verdict =
        sample(command, "CALLERS natives", "/" + library.getFileName(), library.toString());
    assertThat(verdict.complete)
        .as(verdict.toString())
        .isGreaterThanOrEqualTo(verdict.stacks * 99 / 100);
    assertThat(verdict.exact).as(verdict.toString()).isEqualTo(verdict.complete);
    assertThat(verdict.works).as(verdict.toString()).contains("natives");
  }

  private static Verdict sample(
      List<String> java, String ready, String framePointers, String... arguments)
      throws IOException {
    List<String> missing = SampledJvm.missing();
    assumeTrue(missing.isEmpty(), missing.toString());
    List<String> command = new ArrayList<>(java);
    command.addAll(List.of("-cp", SampledJvm.classPath(), PROGRAM));
    command.addAll(List.of(arguments));
    try (SampledJvm jvm = SampledJvm.start(command, ready, framePointers)) {
      long start = System.nanoTime();
      List<Stack> stacks = jvm.stacks(STACKS, SECONDS);
      Verdict verdict = new Verdict(jvm.output());
      stacks.forEach(verdict::add);
      for (Unresolved reason : Unresolved.values()) {
        verdict.unresolved += jvm.hotSpot().unresolved(reason);
      }
      System.out.printf(
          "%s %s: %s in %d ms%n",
          java,
          List.of(arguments),
          verdict,
          TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
      return verdict;
    }
  }

  /** Compares stacks with what the program printed of itself. */
  private static final class Verdict {
    private final Map<String, String> callers = new HashMap<>();
    private final Map<String, Integer> wrong = new HashMap<>();
    private final Set<String> works = new TreeSet<>();
    private int stacks;
    private int complete;
    private int exact;
    private int inlined;
    private long unresolved;

    Verdict(String output) {
      for (String line : output.split("\n", -1)) {
        String[] words = line.split(" ", -1);
        if (words.length == 3 && words[0].equals("CALLERS")) {
          callers.put(words[1], words[2]);
        }
      }
    }

    void add(Stack stack) {
      List<Frame> own =
          stack.frames().stream().filter(f -> f.functionName().startsWith(PROGRAM + ".")).toList();
      if (own.isEmpty() && stack.isInLibjvm()) {
        return; // another thread of the JVM
      }
      stacks++;
      boolean isComplete = stack.end() == EndReason.NO_TABLE && stack.isInLibjvm();
      String fault = isComplete ? fault(own) : stack.end().toString();
      complete += isComplete ? 1 : 0;
      if (fault.isEmpty()) {
        exact++;
      } else {
        wrong.merge(fault + " " + stack.frames(), 1, Integer::sum);
      }
      inlined += own.stream().anyMatch(Frame::inlined) ? 1 : 0;
    }

    private String fault(List<Frame> own) {
      int at = own.size() - 1;
      while (at >= 0 && CALLERS.contains(method(own.get(at)))) {
        at--;
      }
      String work = at < 0 ? "" : method(own.get(at));
      String expected = callers.get(work);
      StringBuilder rendered = new StringBuilder();
      for (Frame frame : own.subList(at + 1, own.size())) {
        rendered.append(method(frame)).append(':').append(frame.line()).append(';');
        if (!frame.fileName().equals("KnownChain.java") || frame.type() != FrameType.JVM) {
          return "file " + frame.fileName();
        }
      }
      if (work.isEmpty()) { // in a caller itself, at any of its lines
        String outward = rendered.substring(rendered.indexOf(";") + 1);
        boolean isKnown = callers.values().stream().anyMatch(known -> known.endsWith(outward));
        return isKnown ? "" : "unknown callers " + rendered;
      }
      if (expected == null || !expected.contentEquals(rendered)) {
        return work + " called by " + rendered + " instead of " + expected;
      }
      works.add(work);
      return calleeFault(CALLEES.getOrDefault(work, List.of()), own.subList(0, at));
    }

    private static String calleeFault(List<String> allowed, List<Frame> inner) {
      for (int i = 0; i < inner.size(); i++) {
        String method = method(inner.get(inner.size() - 1 - i));
        if (i >= allowed.size() || !allowed.get(i).equals(method)) {
          return "callee " + method + " at depth " + i;
        }
      }
      return "";
    }

    private static String method(Frame frame) {
      return frame.functionName().substring(PROGRAM.length() + 1);
    }

    @Override
    public String toString() {
      return stacks
          + " stacks, "
          + complete
          + " complete, "
          + exact
          + " exact, "
          + inlined
          + " with inlined frames, "
          + unresolved
          + " words unresolved, works "
          + works
          + ", wrong: "
          + wrong.entrySet().stream()
              .sorted((a, b) -> b.getValue() - a.getValue())
              .limit(5)
              .toList();
    }
  }
}
