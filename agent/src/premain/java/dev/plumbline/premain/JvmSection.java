package dev.plumbline.premain;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.jspecify.annotations.Nullable;

/**
 * What section {@code jvm} of a configuration file says of one setting, for the last words of a JVM
 * that ends before the core, which reads the file in full. Knows the section as people write it: as
 * lines below its name, or in braces beside it. Stateless.
 */
final class JvmSection {
  private static final String NAME = "jvm";

  /** As the core's. */
  private static final long MAX_BYTES = 1 << 20;

  private JvmSection() {}

  /** Null if the file does not say it, or cannot be read. */
  static @Nullable String text(File file, String setting) {
    if (!file.isFile() || file.length() > MAX_BYTES) {
      return null; // a pipe would be waited for
    }
    try {
      String content = new String(Files.readAllBytes(file.toPath()), StandardCharsets.UTF_8);
      return text(content.split("\n", -1), setting);
    } catch (IOException ignored) {
      return null; // the core would say so
    }
  }

  private static @Nullable String text(String[] lines, String setting) {
    boolean isInside = false;
    for (String line : lines) {
      String content = line.trim();
      if (content.isEmpty() || content.charAt(0) == '#') {
        continue;
      }
      if (!Character.isWhitespace(line.charAt(0))) {
        String section = value(content, NAME);
        isInside = section != null && (section.isEmpty() || section.charAt(0) == '#');
        if (section != null && section.startsWith("{")) {
          return inBraces(section, setting);
        }
      } else if (isInside) {
        String value = value(content, setting);
        if (value != null) {
          return scalar(value);
        }
      }
    }
    return null;
  }

  private static @Nullable String inBraces(String braces, String setting) {
    int end = braces.indexOf('}');
    for (String entry : braces.substring(1, end < 0 ? braces.length() : end).split(",", -1)) {
      String value = value(entry.trim(), setting);
      if (value != null) {
        return scalar(value);
      }
    }
    return null;
  }

  /** What stands behind that key, keys being matched without case; null behind another. */
  private static @Nullable String value(String entry, String key) {
    int colon = entry.indexOf(':');
    return colon >= 0 && scalar(entry.substring(0, colon)).equalsIgnoreCase(key)
        ? entry.substring(colon + 1).trim()
        : null;
  }

  private static String scalar(String written) {
    String text = written.trim();
    if (text.startsWith("\"") || text.startsWith("'")) {
      int end = text.indexOf(text.charAt(0), 1);
      return text.substring(1, end < 0 ? text.length() : end);
    }
    int comment = text.indexOf(" #");
    return comment < 0 ? text : text.substring(0, comment).trim();
  }
}
