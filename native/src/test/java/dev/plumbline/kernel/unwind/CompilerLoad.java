package dev.plumbline.kernel.unwind;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles Java sources again and again: megamorphic calls, lambdas, exceptions, deep stacks. */
final class CompilerLoad {
  private CompilerLoad() {}

  public static void main(String[] arguments) throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Path output = Files.createTempDirectory(Path.of("target"), "load");
    List<Path> sources;
    try (Stream<Path> files = Files.list(Path.of("src/main/java/dev/plumbline/kernel/btf"))) {
      sources = files.filter(file -> !file.endsWith("package-info.java")).toList();
    }
    List<String> options =
        List.of("-proc:none", "-implicit:none", "-d", output.toString(), "-cp", "target/classes");
    while (true) {
      try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
        compiler
            .getTask(
                null, manager, null, options, null, manager.getJavaFileObjectsFromPaths(sources))
            .call();
      }
    }
  }
}
