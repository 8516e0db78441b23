package dev.plumbline.it.jvm;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the files of this checkout lie, wherever the test was started from. */
public final class Checkout {
  private Checkout() {}

  /** The top of the sources: the first directory upwards that holds the reactor. */
  public static Path root() {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.exists(directory.resolve(".mvn"))) {
      directory = directory.getParent();
      if (directory == null) {
        throw new IllegalStateException("not inside a checkout: " + Path.of("").toAbsolutePath());
      }
    }
    return directory;
  }

  /** The agent as it ships. */
  public static Path agentJar() {
    return built(root().resolve("agent/target/plumbline-agent.jar"));
  }

  /** Classes of the sample applications, for the class path of a child. */
  public static Path applications() {
    return built(root().resolve("it/target/classes"));
  }

  private static Path built(Path path) {
    if (!Files.exists(path)) {
      throw new IllegalStateException(path + " has not been built: run mvn package first");
    }
    return path;
  }
}
