package dev.plumbline.collector;

import static java.util.Objects.requireNonNull;

import dev.plumbline.config.ConfigFile;
import dev.plumbline.config.SecretReader;
import dev.plumbline.config.Section;
import dev.plumbline.config.Variables;
import dev.plumbline.extension.AuthExtension;
import dev.plumbline.extension.Secret;
import dev.plumbline.yaml.Problems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What readers of sections share. Immutable but for the problems.
 *
 * @param extensions by id
 * @param warnings lines about keys that work and should be written otherwise
 */
public record CollectorFile(
    ConfigFile file,
    Variables environment,
    Map<String, AuthExtension> extensions,
    Problems warnings) {
  private static final String AUTHENTICATOR = "authenticator";

  public CollectorFile {
    requireNonNull(file, "file");
    requireNonNull(environment, "environment");
    extensions = Map.copyOf(extensions);
    requireNonNull(warnings, "warnings");
  }

  /** With the extensions of the file itself. */
  public static CollectorFile of(ConfigFile file, Variables environment, Problems warnings) {
    CollectorFile without = new CollectorFile(file, environment, Map.of(), warnings);
    return new CollectorFile(file, environment, new ExtensionsReader(without).read(), warnings);
  }

  /** Itself, {@code {env: NAME}} or {@code {file: PATH}}; null if it is not written. */
  @Nullable String secret(Section section, String key) {
    return new SecretReader(file, environment).read(section, key);
  }

  /** A file that can be read; null if it is not written or cannot, which has been said. */
  @Nullable Path readable(Section section, String key) {
    Path path = file.path(section, key);
    if (path != null && (!Files.isReadable(path) || Files.isDirectory(path))) {
      section.problem(key, "no readable file: " + path);
      return null;
    }
    return path;
  }

  /** A text or the file that holds it: {@code key} or {@code key_file}; null if neither. */
  @Nullable Secret secretOrFile(Section section, String key) {
    String fileKey = key + "_file";
    if (section.has(key) && section.has(fileKey)) {
      section.problemAtKey(fileKey, "stands beside " + key + ", expected one of them");
      return null;
    }
    Path path = readable(section, fileKey);
    String text = secret(section, key);
    return path != null ? Secret.ofFile(path) : text == null ? null : Secret.of(text);
  }

  /** The extension that {@code auth.authenticator} names; null if none is, or it is not known. */
  @Nullable AuthExtension authenticator(Section auth) {
    String id = auth.text(AUTHENTICATOR);
    if (id == null) {
      if (auth.isPresent()) {
        auth.problem(AUTHENTICATOR, "must be specified, expected the id of an extension");
      }
      return null;
    }
    AuthExtension extension = extensions.get(id);
    if (extension == null) {
      auth.problem(
          AUTHENTICATOR,
          "names the extension \""
              + id
              + "\", expected one of the top-level section extensions, which has "
              + (extensions.isEmpty()
                  ? "none"
                  : String.join(", ", new TreeMap<>(extensions).keySet())));
    }
    return extension;
  }
}
