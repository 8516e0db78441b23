package dev.plumbline.jvm;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A library with one native method that keeps frame pointers. */
final class NativeLibrary {
  private static final String SOURCE =
      """
      long Java_dev_plumbline_jvm_KnownChain_spin(void *env, void *type, int times) {
        volatile long sum = 0;
        for (int i = 0; i < times; i++) sum += i * 7;
        return sum;
      }
      """;

  private NativeLibrary() {}

  /** Compiles it; the test is skipped, with a message, where there is no C compiler. */
  static Path build() throws IOException {
    Path source = Files.writeString(Path.of("target", "spin.c"), SOURCE);
    Path library = Path.of("target", "libspin.so").toAbsolutePath();
    Process compiler;
    try {
      compiler =
          new ProcessBuilder(
                  List.of(
                      "cc",
                      "-O1",
                      "-fno-omit-frame-pointer",
                      "-shared",
                      "-fPIC",
                      "-o",
                      library.toString(),
                      source.toString()))
              .inheritIO()
              .start();
    } catch (IOException e) {
      System.out.println("SKIPPED native method: no C compiler");
      assumeTrue(false, e.getMessage());
      throw e;
    }
    if (compiler.onExit().join().exitValue() != 0) {
      throw new IOException("cc failed");
    }
    return library;
  }
}
