package dev.plumbline.agent.child;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** The JDKs that a child runs on. */
enum TestJdk {
  /** The one that runs the tests. */
  BUILD,
  /** {@code PLUMBLINE_JDK25}, else one of the system's. */
  JAVA_25;

  private static final Path SYSTEM_JVMS = Path.of("/usr/lib/jvm");

  Path home() {
    if (this == BUILD) {
      return Path.of(System.getProperty("java.home"));
    }
    Path home = java25();
    Assumptions.assumeTrue(
        home != null, "no JDK 25: set PLUMBLINE_JDK25 or install one under " + SYSTEM_JVMS);
    return java.util.Objects.requireNonNull(home);
  }

  Path tool(String name) {
    return home().resolve("bin").resolve(name);
  }

  private static @Nullable Path java25() {
    String named = System.getenv("PLUMBLINE_JDK25");
    if (named != null && !named.isEmpty()) {
      return Path.of(named);
    }
    for (Path home : systemJvms()) {
      try {
        if (Files.readString(home.resolve("release")).contains("JAVA_VERSION=\"25")) {
          return home;
        }
      } catch (IOException ignored) {
        // no JDK's directory
      }
    }
    return null;
  }

  private static List<Path> systemJvms() {
    if (!Files.isDirectory(SYSTEM_JVMS)) {
      return new ArrayList<>();
    }
    try (Stream<Path> homes = Files.list(SYSTEM_JVMS)) {
      return homes.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
