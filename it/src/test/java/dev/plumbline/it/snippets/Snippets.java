package dev.plumbline.it.snippets;

import dev.plumbline.it.jvm.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files of the blocks. */
final class Snippets {
  private static final String CONFIGURATION = ".ig-config.yaml";

  private Snippets() {}

  static Path file(String name) {
    return Checkout.root().resolve("it/src/test/resources/snippets").resolve(name);
  }

  /** Names of the blocks that are an ig-config.yaml. */
  static Stream<String> configurations() throws IOException {
    try (Stream<Path> files = Files.list(file(""))) {
      return files
          .map(path -> path.getFileName().toString())
          .filter(name -> name.endsWith(CONFIGURATION))
          .map(name -> name.substring(0, name.length() - CONFIGURATION.length()))
          .sorted()
          .toList()
          .stream();
    }
  }

  static Path configuration(String name) {
    return file(name + CONFIGURATION);
  }

  /** The block of a gadget.yaml. */
  static Path annotations() {
    return file("annotations.yaml");
  }

  /** Lines of the block's expected result. */
  static List<String> expected(String name) throws IOException {
    return Files.readAllLines(file(name + ".expected"));
  }
}
