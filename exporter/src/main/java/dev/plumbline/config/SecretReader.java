package dev.plumbline.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.plumbline.fault.FaultText;
import dev.plumbline.yaml.YamlNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Values that may be secrets, and so need not stand in the file: a text, {@code {env: NAME}} or
 * {@code {file: PATH}}. No message shows one. A file is read when the configuration is.
 */
public final class SecretReader {
  private static final int MAX_FILE_BYTES = 16 << 10;
  private static final Set<String> KEYS = Set.of("env", "file");

  private final ConfigFile file;
  private final Variables environment;

  public SecretReader(ConfigFile file, Variables environment) {
    this.file = requireNonNull(file, "file");
    this.environment = requireNonNull(environment, "environment");
  }

  /** Null if the key is not written, or its value cannot be had, which has been said. */
  public @Nullable String read(Section section, String key) {
    YamlNode node = section.node(key);
    if (node == null || node.kind() == YamlNode.Kind.SCALAR) {
      return section.text(key);
    }
    if (node.kind() == YamlNode.Kind.LIST) {
      section.problem(key, "expected a text, {env: NAME} or {file: PATH}, found a list");
      return null;
    }
    Section source = section.section(key, KEYS);
    if (source.has("env") == source.has("file")) {
      section.problem(key, "expected either {env: NAME} or {file: PATH}");
      return null;
    }
    return source.has("env") ? variable(source) : content(source);
  }

  private @Nullable String variable(Section source) {
    String name = source.text("env");
    if (name == null) {
      return null;
    }
    String value = environment.get(name);
    if (value == null) {
      source.problem("env", "the variable " + ScalarText.shown(name) + " is not set");
    }
    return value;
  }

  private @Nullable String content(Section source) {
    Path path = file.path(source, "file");
    if (path == null) {
      return null;
    }
    try (InputStream in = Files.newInputStream(path)) {
      byte[] content = in.readNBytes(MAX_FILE_BYTES + 1);
      if (content.length > MAX_FILE_BYTES) {
        source.problem("file", path + " is larger than " + MAX_FILE_BYTES + " bytes");
        return null;
      }
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString().stripTrailing();
    } catch (CharacterCodingException e) {
      source.problem("file", path + " is no UTF-8 text");
    } catch (NoSuchFileException e) {
      source.problem("file", "no such file: " + path);
    } catch (IOException e) {
      source.problem("file", path + " cannot be read: " + FaultText.reason(e));
    }
    return null;
  }
}
