package dev.plumbline.config;

import static java.util.Objects.requireNonNull;

import dev.plumbline.fault.FaultText;
import dev.plumbline.yaml.Problems;
import dev.plumbline.yaml.SourcePosition;
import dev.plumbline.yaml.YamlEntry;
import dev.plumbline.yaml.YamlLimits;
import dev.plumbline.yaml.YamlNode;
import dev.plumbline.yaml.YamlReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tree of an {@code ig-config.yaml} and which of its sections are ours. Users' files hold
 * sections of ig, a Collector or a Helm chart beside them: those are accepted and named. Immutable
 * but for the {@link Problems} that it was given.
 */
public final class ConfigFile {
  /**
   * The sections in which an unknown key is an error, by path. Which part of the product reads one
   * does not matter here: a file for {@code serve} is a good file for the agent.
   */
  public static final List<String> OWNED_SECTIONS =
      List.of(
          "operator.otel-profiles",
          "jvm",
          "gadgets",
          "receivers",
          "extensions",
          "scrape",
          "store",
          "page",
          "memory",
          "agent.sensor.receivers.profiles");

  private final String name;
  private final Path baseDirectory;
  private final @Nullable YamlNode root;
  private final Problems problems;

  private ConfigFile(String name, Path baseDirectory, @Nullable YamlNode root, Problems problems) {
    this.name = requireNonNull(name, "name");
    this.baseDirectory = requireNonNull(baseDirectory, "baseDirectory");
    this.root = root;
    this.problems = requireNonNull(problems, "problems");
  }

  /** No file: every section is absent. */
  public static ConfigFile none(Problems problems) {
    return new ConfigFile("", Path.of(""), null, problems);
  }

  /** A file that cannot be read, or is no YAML, is a problem, and every section is absent. */
  public static ConfigFile load(Path file, Problems problems) {
    String name = file.toString();
    Path parent = file.toAbsolutePath().getParent();
    Path directory = parent == null ? file : parent;
    try (InputStream in = Files.newInputStream(file)) {
      byte[] content = in.readNBytes(YamlLimits.DEFAULT.maxBytes() + 1);
      return of(name, content, directory, problems);
    } catch (NoSuchFileException e) {
      problems.add(SourcePosition.of(name), "no such file");
    } catch (IOException e) {
      problems.add(SourcePosition.of(name), "cannot be read: " + FaultText.reason(e));
    }
    return new ConfigFile(name, directory, null, problems);
  }

  /**
   * @param baseDirectory that relative paths in the file start from
   */
  public static ConfigFile of(String name, byte[] content, Path baseDirectory, Problems problems) {
    return new ConfigFile(name, baseDirectory, YamlReader.read(name, content, problems), problems);
  }

  /** As the user named it; empty if there is no file. */
  public String name() {
    return name;
  }

  /** Whether there is a file, be it empty or unreadable. */
  public boolean isGiven() {
    return !name.isEmpty();
  }

  /**
   * A path in the file. A relative one starts from the file's own directory, not from the
   * process's.
   *
   * @return null if the key is not written or no path of this system, which has been said
   */
  public @Nullable Path path(Section section, String key) {
    String text = section.text(key);
    try {
      return text == null ? null : baseDirectory.resolve(text);
    } catch (InvalidPathException e) {
      section.problem(key, "no path of this system: " + e.getReason());
      return null;
    }
  }

  /**
   * One of our sections; its unknown keys are added to the problems.
   *
   * @param path such as {@code jvm} or {@code operator.otel-profiles}
   * @param keys in lower case
   */
  public Section section(String path, Set<String> keys) {
    Section holder = Section.open(root, SourcePosition.of(name), "", problems);
    int dot = path.indexOf('.');
    String rest = path;
    while (dot >= 0) {
      holder = holder.openSection(rest.substring(0, dot));
      rest = rest.substring(dot + 1);
      dot = rest.indexOf('.');
    }
    return holder.section(rest, keys);
  }

  /** A path as {@link #path(Section, String)} takes one. */
  public Path resolve(Path path) {
    return baseDirectory.resolve(path);
  }

  /** Whether a key stands at the top of the file, with a value. */
  public boolean has(String key) {
    return Section.open(root, SourcePosition.of(name), "", problems).has(key);
  }

  /** One of our sections at the top of the file, in which any key may stand. */
  public Section openSection(String key) {
    return Section.open(root, SourcePosition.of(name), "", problems).openSection(key);
  }

  /**
   * A number of bytes that stands at the top of the file, such as {@code memory: 256MiB}.
   *
   * @param key in lower case
   */
  public long size(String key, long defaultValue, long least, long most) {
    return Section.open(root, SourcePosition.of(name), "", problems)
        .size(key, defaultValue, least, most);
  }

  /** The sections that are not ours, outermost first where a part of one is; in file order. */
  public List<UnusedSection> unusedSections() {
    List<UnusedSection> unused = new ArrayList<>();
    if (root != null) {
      collectUnused(root, "", unused);
    }
    return List.copyOf(unused);
  }

  private static void collectUnused(YamlNode node, String prefix, List<UnusedSection> unused) {
    for (YamlEntry entry : node.entries()) {
      String path = prefix + entry.key().toLowerCase(Locale.ROOT);
      if (OWNED_SECTIONS.contains(path)) {
        continue;
      }
      if (OWNED_SECTIONS.stream().anyMatch(owned -> owned.startsWith(path + "."))) {
        collectUnused(entry.value(), path + ".", unused);
      } else {
        unused.add(UnusedSection.of(prefix + entry.key(), entry.position(), slip(path, prefix)));
      }
    }
  }

  /** The name beside which this one looks like a slip of the pen; null if there is none. */
  private static @Nullable String slip(String path, String prefix) {
    List<String> siblings = new ArrayList<>();
    for (String owned : OWNED_SECTIONS) {
      if (owned.startsWith(prefix)) {
        int end = owned.indexOf('.', prefix.length());
        siblings.add(end < 0 ? owned : owned.substring(0, end));
      }
    }
    String nearest = NearestName.of(path, siblings);
    return NearestName.isSlip(path.substring(prefix.length()), nearest.substring(prefix.length()))
        ? nearest
        : null;
  }
}
