package dev.plumbline.it.hostbars;

import dev.plumbline.it.host.Launcher;
import dev.plumbline.it.jvm.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Busy programs in C, C++, Rust, Go, Python, Node, on three variants of JVM 17 and on JVM 25. What
 * the machine has no tool for is left out, and printed.
 */
final class TenProcesses {
  private static final Path SOURCES = Launcher.ROOT.resolve("sidecar/src/test/workloads");

  private final Launcher launcher;
  private final Path directory;
  private final Map<String, Process> processes = new LinkedHashMap<>();

  private TenProcesses(Launcher launcher, Path directory) {
    this.launcher = launcher;
    this.directory = directory;
  }

  /** Compiles and starts them; the launcher ends them. */
  static TenProcesses start(Launcher launcher, Path directory)
      throws IOException, InterruptedException {
    TenProcesses started = new TenProcesses(launcher, directory);
    started.startNative();
    started.startScripts();
    started.startJvms();
    return started;
  }

  /** By name, in the order of their start. */
  Map<String, Long> pids() {
    Map<String, Long> pids = new LinkedHashMap<>();
    processes.forEach((name, process) -> pids.put(name, process.pid()));
    return pids;
  }

  private void startNative() throws IOException, InterruptedException {
    compiled("c", "chain.c", "gcc", "-O2", "-g1", "-fomit-frame-pointer", "-o");
    compiled("c++", "chain.cpp", "g++", "-O2", "-g1", "-fomit-frame-pointer", "-o");
    compiled("rust", "chain.rs", "rustc", "-O", "-g", "-C", "force-frame-pointers=no", "-o");
    compiled("go", "chain.go", "go", "build", "-o");
  }

  private void compiled(String name, String source, String... compiler)
      throws IOException, InterruptedException {
    if (isMissing(name, compiler[0])) {
      return;
    }
    Path program = directory.resolve("chain-" + name);
    List<String> command = new ArrayList<>(List.of(compiler));
    command.add(program.toString());
    command.add(SOURCES.resolve(source).toString());
    launcher.run(command.toArray(String[]::new));
    processes.put(name, launcher.started(program.toString()));
  }

  private void startScripts() throws IOException {
    for (String[] script :
        new String[][] {{"python", "python3", "chain.py"}, {"node", "node", "chain.js"}}) {
      if (!isMissing(script[0], script[1])) {
        String source = SOURCES.resolve(script[2]).toString();
        processes.put(script[0], launcher.started(script[1], source));
      }
    }
  }

  private void startJvms() throws IOException {
    jvm(17, "jvm17");
    jvm(17, "jvm17-c1", "-XX:TieredStopAtLevel=1");
    jvm(17, "jvm17-int", "-Xint");
    jvm(25, "jvm25");
  }

  private void jvm(int feature, String name, String... flags) throws IOException {
    Optional<Jdk> jdk = Jdk.ofFeature(feature);
    if (jdk.isEmpty()) {
      System.out.println("left out: " + name + ", for want of a JDK " + feature);
      return;
    }
    String classes = Launcher.ROOT.resolve("it/target/classes").toString();
    List<String> command = new ArrayList<>(jdk.get().tool("java"));
    command.addAll(List.of(flags));
    command.addAll(List.of("-Xmx64m", "-cp", classes, "dev.plumbline.it.app.JavaChain"));
    processes.put(name, launcher.started(command.toArray(String[]::new)));
  }

  private static boolean isMissing(String name, String tool) {
    for (String directory : System.getenv("PATH").split(":", -1)) {
      if (Files.isExecutable(Path.of(directory, tool))) {
        return false;
      }
    }
    System.out.println("left out: " + name + ", for want of " + tool);
    return true;
  }
}
