package dev.plumbline.it.jvm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A JDK on this machine, or in a chroot that sees this checkout and /tmp under the same paths.
 *
 * @param home as the JDK itself sees it
 * @param prefix the command that enters its chroot; empty outside of one
 */
public record Jdk(int feature, Path home, List<String> prefix) {
  /** Oldest release that the agent profiles. */
  public static final int OLDEST = 11;

  private static final String NAMED = "PLUMBLINE_IT_JDKS";
  private static final String CHROOT = "PLUMBLINE_IT_CHROOT";
  private static final Path INSTALLED = Path.of("/usr/lib/jvm");

  /** The one that runs this test. */
  public static Jdk own() {
    return new Jdk(
        Runtime.version().feature(), Path.of(System.getProperty("java.home")), List.of());
  }

  /**
   * One of each feature release from {@link #OLDEST} on: the own one, those that {@code
   * PLUMBLINE_IT_JDKS} names, those under {@code /usr/lib/jvm}, those of the chroot that {@code
   * PLUMBLINE_IT_CHROOT} names.
   */
  public static List<Jdk> all() {
    final Map<Integer, Jdk> byFeature = new TreeMap<>();
    byFeature.put(own().feature(), own());
    final String named = System.getenv(NAMED);
    if (named != null) {
      for (String home : named.split(":")) {
        read(Path.of("/"), Path.of(home), List.of()).ifPresent(jdk -> add(byFeature, jdk));
      }
    }
    addInstalled(byFeature, Path.of("/"), List.of());
    final String chroot = System.getenv(CHROOT);
    if (chroot != null) {
      addInstalled(byFeature, Path.of(chroot), List.of("chroot", chroot));
    }
    return List.copyOf(byFeature.values());
  }

  /** Those that no chroot is needed for. */
  public static List<Jdk> onThisSystem() {
    return all().stream().filter(jdk -> jdk.prefix().isEmpty()).toList();
  }

  public static Optional<Jdk> ofFeature(int feature) {
    return all().stream().filter(jdk -> jdk.feature() == feature).findFirst();
  }

  /** The words that start one of its tools. */
  public List<String> tool(String name) {
    final List<String> words = new ArrayList<>(prefix);
    words.add(home.resolve("bin").resolve(name).toString());
    return words;
  }

  @Override
  public String toString() {
    return "JDK " + feature;
  }

  private static void addInstalled(Map<Integer, Jdk> byFeature, Path root, List<String> prefix) {
    final Path installed = under(root, INSTALLED);
    if (!Files.isDirectory(installed)) {
      return;
    }
    try (Stream<Path> homes = Files.list(installed)) {
      for (Path home : homes.filter(path -> !Files.isSymbolicLink(path)).sorted().toList()) {
        read(root, INSTALLED.resolve(home.getFileName()), prefix)
            .ifPresent(jdk -> add(byFeature, jdk));
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static void add(Map<Integer, Jdk> byFeature, Jdk jdk) {
    if (jdk.feature() >= OLDEST) {
      byFeature.putIfAbsent(jdk.feature(), jdk);
    }
  }

  private static Optional<Jdk> read(Path root, Path home, List<String> prefix) {
    final Path seen = under(root, home);
    if (!Files.isExecutable(seen.resolve("bin/javac"))) {
      return Optional.empty();
    }
    final Properties properties = new Properties();
    try (var in = Files.newBufferedReader(seen.resolve("release"))) {
      properties.load(in);
    } catch (IOException unreadable) {
      return Optional.empty();
    }
    final String version = properties.getProperty("JAVA_VERSION", "").replace("\"", "");
    final String[] numbers = version.split("[.+-]");
    return version.isEmpty()
        ? Optional.empty()
        : Optional.of(new Jdk(Integer.parseInt(numbers[0]), home, prefix));
  }

  private static Path under(Path root, Path path) {
    return root.resolve(path.toString().substring(1));
  }
}
