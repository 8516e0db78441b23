package dev.plumbline.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.plumbline.kernel.unwind.EndReason;
import dev.plumbline.process.Session.Seen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs whose chains are known, on the running kernel: not one wrong stack. */
@KernelAccess
class KnownChainsTest {
  private static final int HERTZ = 499;
  private static final int ROUNDS = 5;
  private static final String ROOT = "_start;libc;libc;";
  private static final Pattern CHAIN =
      Pattern.compile(
          ROOT
              + "main(;descend){0,6}"
              + "|"
              + ROOT
              + "main(;descend){6};flexible(;busy(;spin|(;_init)?((;libc)+(;ascending)?)?)?)?");

  @TempDir private Path directory;

  private static void assertAll(List<Seen> samples, Pattern expected) {
    List<Seen> wrong =
        samples.stream()
            .filter(one -> one.end() != EndReason.ROOT || !expected.matcher(one.chain()).matches())
            .toList();
    System.out.println(
        samples.size() + " samples, " + wrong.size() + " other chains " + Session.chains(wrong));
    assertThat(wrong.size()).as(Session.chains(wrong).toString()).isZero();
  }

  /** The first samples wait for tables, unless those are there before the program gets a CPU. */
  @Test
  void programWithoutFramePointers_isExact() throws IOException, InterruptedException {
    Path program = Workload.gcc(directory, "chain.c", "chain-c", "-fomit-frame-pointer");
    int rescued = 0;
    for (int round = 0; round < ROUNDS && rescued == 0; round++) {
      Path copy = Files.copy(program, directory.resolve("chain-c" + round));
      try (Workload workload = Workload.start(copy.toString()).busy();
          Session session = Session.start(HERTZ, Session.of(workload))) {
        session.pollKnown(600);
        rescued += session.known().stream().filter(Seen::isRescued).count();
        // qsort's frame alone is as large as the copy of the stack: such a walk ends, and says so.
        List<Seen> walkable =
            session.known().stream()
                .filter(one -> !one.isRescued() || one.end() != EndReason.READ_FAULT)
                .toList();
        assertThat(walkable).hasSizeGreaterThan(500);
        assertAll(walkable, CHAIN);
      }
    }
    System.out.println(rescued + " walked in user space");
    assertThat(rescued).as("first samples").isPositive();
  }

  @Test
  void callAtTheEndOfAFunction_hasTheRightCaller() throws IOException, InterruptedException {
    Path program = Workload.gcc(directory, "noreturn.c", "noreturn", "-falign-functions=1");
    try (Workload workload = Workload.start(program.toString(), "noreturn").busy();
        Session session = Session.start(HERTZ, Session.of(workload))) {
      session.pollKnown(200);
      assertAll(session.known(), Pattern.compile(ROOT + "main;caller;spin"));
    }
  }

  @Test
  void signalHandler_hasTheInterruptedFunctionBelow() throws IOException, InterruptedException {
    Path program = Workload.gcc(directory, "noreturn.c", "noreturn", "-falign-functions=1");
    try (Workload workload = Workload.start(program.toString()).busy();
        Session session = Session.start(HERTZ, Session.of(workload))) {
      session.pollKnown(400);
      Pattern handled =
          Pattern.compile(
              ROOT + "main(;victim)?(;libc;handler(;_init)?(;libc)?(;__vdso_\\w+)*|;libc)?");
      assertAll(session.known(), handled);
      assertThat(session.known()).anyMatch(one -> one.chain().contains("victim;libc;handler"));
    }
  }

  /**
   * An exception's way from the unwinder to the landing pad: its last instructions have no caller.
   */
  @Test
  void unwinderThatLeaves_isBelowWhoCatches() throws IOException, InterruptedException {
    Path program = Workload.gcc(directory, "landing.c", "landing");
    try (Workload workload = Workload.start(program.toString()).busy();
        Session session = Session.start(HERTZ, Session.of(workload))) {
      session.pollKnown(600);
      // The copy of a stack that the first samples bring has no rcx: such a walk ends, and says so.
      List<Seen> walkable =
          session.known().stream()
              .filter(one -> !one.isRescued() || one.end() != EndReason.UNSUPPORTED_RULE)
              .toList();
      assertThat(walkable).hasSizeGreaterThan(300);
      Pattern chain =
          Pattern.compile(ROOT + "main(;catcher(;middle(;unwinder)?)?|;catcher_cold(;unwinder)?)?");
      assertAll(walkable, chain);
      assertThat(walkable).anyMatch(one -> one.chain().endsWith("catcher_cold;unwinder"));
    }
  }

  /**
   * musl's library has neither tables nor frame pointers: its code says how deep its frames are.
   */
  @ParameterizedTest
  @CsvSource({
    "-pie, -fasynchronous-unwind-tables",
    "-no-pie, -fno-asynchronous-unwind-tables",
    "-static, -fasynchronous-unwind-tables",
    "-static-pie, -fno-asynchronous-unwind-tables"
  })
  void programOfMusl_isComplete(String how, String tables)
      throws IOException, InterruptedException {
    String source = Workload.SOURCES.resolve("musl_threads.c").toString();
    Workload.compile(directory, "musl-gcc", "-O2", how, tables, "-o", "musl", source);
    try (Workload workload = Workload.start(directory.resolve("musl").toString()).busy();
        Session session = Session.start(HERTZ, Session.of(workload))) {
      session.pollKnown(1500);
      List<Seen> stable = session.known().stream().filter(one -> !one.isRescued()).toList();
      List<Seen> wrong =
          stable.stream()
              .filter(one -> one.end() != EndReason.ROOT || !isOfMuslProgram(one.chain()))
              .toList();
      System.out.println("musl " + how + ": " + wrong.size() + " of " + stable.size() + " wrong");
      System.out.println(Session.chains(wrong));
      assertThat(stable).hasSizeGreaterThan(1000);
      assertThat(wrong.size() * 1000)
          .as(Session.chains(wrong).toString())
          .isLessThan(stable.size());
    }
  }

  /** Small, without symbols and without tables: only the code says where its functions begin. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/bin/busybox sha512sum /dev/zero",
        "/bin/busybox awk BEGIN{while(1){x=i++;gsub(/1/,2,x)}}",
        "/bin/busybox bzip2 -c /dev/zero"
      })
  void programWithoutSymbols_isComplete(String command) throws IOException, InterruptedException {
    String[] words = command.split(" ", -1);
    assumeThat(Workload.isInstalled(words[0])).as(words[0] + " is installed").isTrue();
    try (Workload workload = Workload.start(words).busy();
        Session session = Session.start(HERTZ, Session.of(workload))) {
      session.pollKnown(800);
      List<Seen> stable = session.known().stream().filter(one -> !one.isRescued()).toList();
      long complete = stable.stream().filter(one -> one.end() == EndReason.ROOT).count();
      System.out.println(command + ": " + Workload.percent(complete, stable.size()));
      assertThat(stable.size()).isGreaterThan(400);
      assertThat(complete * 100).isGreaterThanOrEqualTo(stable.size() * 99L);
    }
  }

  private static boolean isOfMuslProgram(String chain) {
    String first = "(_start|main);(libc;|libc_start_main_stage2;)*"; // _start is no function there
    String second = "(libc;libc|__clone;start)";
    String inside = "(;(?!(main|outer|inner|worker|step|load)(;|$))[^;]+)*";
    return chain.matches(
        "("
            + first
            + "main(;outer(;inner(;load"
            + inside
            + ")?)?)?"
            + "|"
            + second
            + "(;worker(;step(;load"
            + inside
            + ")?)?)?)");
  }

  /** The child runs on the same stack while the parent waits, so the way back is in a register. */
  @Test
  void vfork_hasTheRightCaller() throws IOException, InterruptedException {
    Path program = Workload.gcc(directory, "vfork.c", "vfork");
    try (Workload workload = Workload.start(program.toString()).busy();
        Session session = Session.start(HERTZ, Session.of(workload))) {
      session.pollKnown(300);
      List<Seen> walkable = session.known().stream().filter(one -> !one.isRescued()).toList();
      assertThat(walkable).hasSizeGreaterThan(200);
      assertAll(walkable, Pattern.compile(ROOT + "main(;starter(;_init)?(;libc)*)?"));
    }
  }

  @Test
  void manyMappings_areAllKnown() throws IOException, InterruptedException {
    Path program = Workload.gcc(directory, "many_mappings.c", "many");
    try (Workload workload = Workload.start(program.toString()).busy();
        Session session = Session.start(HERTZ, Session.of(workload))) {
      session.pollKnown(200);
      assertAll(session.known(), Pattern.compile(ROOT + "main(;outer(;inner)?)?"));
    }
  }

  @Test
  void deletedProgram_isStillReadable() throws IOException, InterruptedException {
    Path program = Workload.gcc(directory, "plain.c", "plain");
    try (Workload workload = Workload.start(program.toString()).busy()) {
      Files.delete(program);
      try (Session session = Session.start(HERTZ, Session.of(workload))) {
        session.pollKnown(200);
        assertThat(session.known()).hasSizeGreaterThanOrEqualTo(200);
        assertThat(session.known())
            .allMatch(one -> one.executable().equals(program.toString()))
            .allMatch(one -> one.end() == EndReason.ROOT);
        assertThat(session.known()).anyMatch(one -> one.chain().endsWith("main;whirl;turn"));
      }
    }
  }

  @Test
  void codeWithoutTables_isWalkedByFramePointers() throws IOException, InterruptedException {
    String source = Workload.SOURCES.resolve("gaps.rs").toString();
    Workload.compile(
        directory,
        "rustc",
        "-O",
        "-C",
        "panic=abort",
        "-C",
        "force-frame-pointers=yes",
        "-C",
        "force-unwind-tables=no",
        "-o",
        "gaps",
        source);
    try (Workload workload = Workload.start(directory.resolve("gaps").toString()).busy();
        Session session = Session.start(HERTZ, Session.of(workload))) {
      session.pollKnown(600);
      long complete = session.known().stream().filter(one -> one.end() == EndReason.ROOT).count();
      System.out.println("without tables: " + Workload.percent(complete, session.known().size()));
      System.out.println(
          Session.chains(
              session.known().stream().filter(one -> one.end() != EndReason.ROOT).toList()));
      assertThat(complete * 100).isGreaterThanOrEqualTo(session.known().size() * 99L);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "build",
        "build -ldflags=-s\u00a0-w",
        "build -buildmode=pie -ldflags=-s\u00a0-w",
      })
  void goProgram_isCompleteInEveryBuild(String build) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("go"));
    for (String argument : build.split(" ", -1)) {
      command.add(argument.replace('\u00a0', ' '));
    }
    command.addAll(List.of("-o", "chain-go", Workload.SOURCES.resolve("chain.go").toString()));
    checkGo(build, command);
  }

  /** The oldest release whose tables are read; Debian has it beside the newest. */
  @ParameterizedTest
  @ValueSource(strings = {"-buildmode=exe", "-buildmode=pie"})
  void programOfAnOldGo_isComplete(String mode) throws IOException, InterruptedException {
    checkGo(
        "1.19 " + mode,
        List.of(
            "/usr/lib/go-1.19/bin/go",
            "build",
            mode,
            "-ldflags=-s -w",
            "-o",
            "chain-go",
            Workload.SOURCES.resolve("chain.go").toString()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"exe", "pie"})
  void goProgramWithC_isComplete(String mode) throws IOException, InterruptedException {
    Path source = directory.resolve("chain.go");
    String text = Files.readString(Workload.SOURCES.resolve("chain.go"));
    Files.writeString(
        source,
        text.replace(
                "import (", "// static int half(int n) { return n / 2; }\nimport \"C\"\nimport (")
            .replace("sink++", "sink += int(C.half(3))"));
    checkGo(
        "cgo " + mode,
        List.of(
            "go",
            "build",
            "-buildmode=" + mode,
            "-ldflags=-s -w -linkmode=external",
            "-o",
            "chain-go",
            source.toString()));
  }

  /** What copies a stack has the goroutine whose stack it is below it: nothing ends there. */
  @Test
  void goStackThatGrows_hasItsGoroutineBelow() throws IOException, InterruptedException {
    String source = Workload.SOURCES.resolve("growth.go").toString();
    Workload.compile(directory, "go", "build", "-o", "growth-go", source);
    try (Workload workload = Workload.start(directory.resolve("growth-go").toString());
        Session session = Session.start(HERTZ, Session.of(workload))) {
      session.pollUntil(() -> growing(session).size() >= 60);
      List<Seen> growing = growing(session);
      Pattern expected =
          Pattern.compile(
              "runtime.goexit(.abi0)?(;main.main.gowrap1)?;main.grow(;main.deep)*;runtime.morestack.*");
      long right = growing.stream().filter(one -> expected.matcher(one.chain()).matches()).count();
      System.out.println(growing.size() + " while a stack grows, of a goroutine " + right);
      System.out.println(
          Session.chains(
              growing.stream().filter(one -> !expected.matcher(one.chain()).matches()).toList()));
      assertThat(growing).hasSizeGreaterThanOrEqualTo(60);
      assertThat(right * 1000).isGreaterThanOrEqualTo(growing.size() * 995L);
    }
  }

  /** The handler runs on a stack of its own; what it interrupted is on the goroutine's. */
  @Test
  void goSignalHandler_hasTheInterruptedFunctionBelow() throws IOException, InterruptedException {
    String source = Workload.SOURCES.resolve("signals.go").toString();
    Workload.compile(directory, "go", "build", "-o", "signals-go", source);
    try (Workload workload = Workload.start(directory.resolve("signals-go").toString());
        Session session = Session.start(HERTZ, Session.of(workload))) {
      session.pollUntil(() -> handling(session).size() >= 60);
      // What another thread is sent lies over whatever that one did.
      Pattern expected =
          Pattern.compile(
              "(.*;)?runtime\\.(goexit|mstart|mcall|rt0_go).*;runtime\\.sigtramp(\\.abi0)?;.*");
      List<Seen> handling = handling(session);
      long right = handling.stream().filter(one -> expected.matcher(one.chain()).matches()).count();
      System.out.println(handling.size() + " in a handler, over what it interrupted " + right);
      System.out.println(
          Session.chains(
              handling.stream().filter(one -> !expected.matcher(one.chain()).matches()).toList()));
      assertThat(right * 100).isGreaterThanOrEqualTo(handling.size() * 95L);
      assertThat(handling).anyMatch(one -> one.chain().contains("main.interrupted"));
    }
  }

  private static List<Seen> handling(Session session) {
    return session.known().stream()
        .filter(one -> !one.isRescued() && one.chain().contains("runtime.sigtrampgo"))
        .toList();
  }

  private static List<Seen> growing(Session session) {
    return session.known().stream()
        .filter(one -> !one.isRescued() && one.chain().contains("runtime.newstack"))
        .toList();
  }

  private void checkGo(String build, List<String> command)
      throws IOException, InterruptedException {
    Workload.compile(directory, command.toArray(new String[0]));
    try (Workload workload = Workload.start(directory.resolve("chain-go").toString()).busy();
        Session session = Session.start(HERTZ, Session.of(workload))) {
      session.pollKnown(500);
      List<Seen> stable = session.known().stream().filter(one -> !one.isRescued()).toList();
      long complete = stable.stream().filter(one -> one.end().isComplete()).count();
      System.out.println("go " + build + ": " + Workload.percent(complete, stable.size()));
      System.out.println(
          Session.chains(stable.stream().filter(one -> one.end() != EndReason.ROOT).toList()));
      if (build.equals("build")) { // with names
        assertCallersAreReached(stable);
      }
      assertThat(complete * 1000).isGreaterThanOrEqualTo(stable.size() * 995L);
      assertThat(stable)
          .filteredOn(one -> one.end() == EndReason.GO_MCALL)
          .allMatch(KnownChainsTest::isScheduler);
    }
  }

  /** With names, a stack of the scheduler begins where it was entered. */
  private static boolean isScheduler(Seen one) {
    return !one.chain().contains("runtime.")
        || one.chain().matches("runtime\\.(mcall|morestack).*");
  }

  /** What runs on the system stack for a goroutine has the goroutine's callers below it. */
  private static void assertCallersAreReached(List<Seen> samples) {
    List<Seen> unwinding =
        samples.stream().filter(one -> one.chain().contains("runtime.callers")).toList();
    Pattern expected =
        Pattern.compile("runtime.goexit(.abi0)?;runtime.main;main.main;main.outer;main.callers;.*");
    long right = unwinding.stream().filter(one -> expected.matcher(one.chain()).matches()).count();
    long onSystemStack =
        unwinding.stream().filter(one -> one.chain().contains("runtime.systemstack")).count();
    System.out.println(
        unwinding.size() + " in runtime.Callers, by the system stack " + onSystemStack);
    assertThat(onSystemStack).isPositive();
    assertThat(right * 100).isGreaterThanOrEqualTo(unwinding.size() * 99L);
  }
}
