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

/** A JDK on this machine. */
public record Jdk(int feature, Path home) {
  private static final String VARIABLE = "PLUMBLINE_IT_JDKS";

  /** The one that runs this test. */
  public static Jdk own() {
    return new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
  }

  /**
   * One of each feature release: the own one, those that {@code PLUMBLINE_IT_JDKS} names, those
   * under {@code /usr/lib/jvm}.
   */
  public static List<Jdk> all() {
    final Map<Integer, Jdk> byFeature = new TreeMap<>();
    byFeature.put(own().feature(), own());
    for (Path home : candidates()) {
      read(home).ifPresent(jdk -> byFeature.putIfAbsent(jdk.feature(), jdk));
    }
    return List.copyOf(byFeature.values());
  }

  public static Optional<Jdk> ofFeature(int feature) {
    return all().stream().filter(jdk -> jdk.feature() == feature).findFirst();
  }

  public String tool(String name) {
    return home.resolve("bin").resolve(name).toString();
  }

  @Override
  public String toString() {
    return "JDK " + feature;
  }

  private static List<Path> candidates() {
    final List<Path> candidates = new ArrayList<>();
    final String named = System.getenv(VARIABLE);
    if (named != null) {
      for (String home : named.split(":")) {
        candidates.add(Path.of(home));
      }
    }
    final Path installed = Path.of("/usr/lib/jvm");
    if (Files.isDirectory(installed)) {
      try (Stream<Path> homes = Files.list(installed)) {
        homes.filter(home -> !Files.isSymbolicLink(home)).sorted().forEach(candidates::add);
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
    }
    return candidates;
  }

  private static Optional<Jdk> read(Path home) {
    final Path release = home.resolve("release");
    if (!Files.isRegularFile(release) || !Files.isExecutable(home.resolve("bin/javac"))) {
      return Optional.empty();
    }
    final Properties properties = new Properties();
    try (var in = Files.newBufferedReader(release)) {
      properties.load(in);
    } catch (IOException unreadable) {
      return Optional.empty();
    }
    final String version = properties.getProperty("JAVA_VERSION", "").replace("\"", "");
    if (version.isEmpty()) {
      return Optional.empty();
    }
    final String feature = version.startsWith("1.") ? version.substring(2) : version;
    return Optional.of(new Jdk(Integer.parseInt(feature.split("[.+-]")[0]), home));
  }
}
