package dev.plumbline.profilefile;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A pattern of paths as the Collector's {@code doublestar} reads it: {@code *} and {@code ?} within
 * a name, {@code **} for any number of directories, none included, {@code [a-z]} and {@code
 * [^a-z]}, {@code {a,b}}, and a backslash before a character that means itself. Immutable.
 */
public final class Glob {
  static final int MAX_FILES = 10_000;
  private static final int MAX_VISITS = 200_000;
  private static final int MAX_DEPTH = 64;
  private static final String SPECIAL = "*?[{\\";

  private final String text;
  private final Path base;
  private final Pattern regex;
  private final int depth;

  private Glob(String text, Path base, Pattern regex, int depth) {
    this.text = text;
    this.base = base;
    this.regex = regex;
    this.depth = depth;
  }

  /**
   * Reads a pattern.
   *
   * @param directory where a relative one begins
   * @throws IllegalArgumentException if it is malformed, with a reason for people
   */
  public static Glob parse(String text, Path directory) {
    String root = directory.toAbsolutePath().normalize().toString();
    String absolute = text.startsWith("/") ? text : escaped(root) + "/" + text;
    int special = 0;
    while (special < absolute.length() && SPECIAL.indexOf(absolute.charAt(special)) < 0) {
      special++;
    }
    int slash = absolute.lastIndexOf('/', special == absolute.length() ? special - 1 : special);
    String rest = absolute.substring(slash + 1);
    if (rest.isEmpty()) {
      throw new IllegalArgumentException("ends with a slash, expected a pattern of files");
    }
    boolean isDeep = rest.contains("**") || (rest.contains("{") && rest.contains("/"));
    int depth = isDeep ? MAX_DEPTH : (int) rest.chars().filter(c -> c == '/').count() + 1;
    try {
      return new Glob(
          text, Path.of(absolute.substring(0, slash) + "/"), Pattern.compile(regex(rest)), depth);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException("is a malformed pattern: " + e.getDescription(), e);
    }
  }

  private static String escaped(String path) {
    return path.equals("/") ? "" : path.replaceAll("([*?\\[{\\\\])", "\\\\$1");
  }

  private static String regex(String glob) {
    StringBuilder regex = new StringBuilder();
    int braces = 0;
    int at = 0;
    while (at < glob.length()) {
      char c = glob.charAt(at);
      switch (c) {
        case '*' -> at = star(glob, at, regex);
        case '?' -> regex.append("[^/]");
        case '[' -> at = characterClass(glob, at, regex);
        case '{' -> {
          braces++;
          regex.append("(?:");
        }
        case '}' -> {
          regex.append(braces > 0 ? ")" : "\\}");
          braces = Math.max(0, braces - 1);
        }
        case ',' -> regex.append(braces > 0 ? "|" : ",");
        case '\\' -> {
          at++;
          if (at == glob.length()) {
            throw new IllegalArgumentException("is a malformed pattern: it ends with a backslash");
          }
          regex.append(Pattern.quote(glob.substring(at, at + 1)));
        }
        default -> regex.append(Pattern.quote(String.valueOf(c)));
      }
      at++;
    }
    if (braces > 0) {
      throw new IllegalArgumentException("is a malformed pattern: a { is not closed");
    }
    return regex.toString();
  }

  /** Two stars that are a whole name stand for directories, else for one. Returns the last one. */
  private static int star(String glob, int at, StringBuilder regex) {
    boolean isDouble = glob.startsWith("**", at);
    int end = isDouble ? at + 2 : at + 1;
    boolean beginsName = at == 0 || glob.charAt(at - 1) == '/';
    if (isDouble && beginsName && end == glob.length()) {
      regex.append(".*");
      return end - 1;
    }
    if (isDouble && beginsName && glob.charAt(end) == '/') {
      regex.append("(?:[^/]+/)*");
      return end;
    }
    regex.append("[^/]*");
    return end - 1;
  }

  private static int characterClass(String glob, int at, StringBuilder regex) {
    int end = at + 1;
    boolean isNegated = end < glob.length() && "^!".indexOf(glob.charAt(end)) >= 0;
    regex.append(isNegated ? "[^/" : "[");
    end += isNegated ? 1 : 0;
    int first = end;
    while (end < glob.length() && (glob.charAt(end) != ']' || end == first)) {
      char c = glob.charAt(end);
      if (c == '\\' && end + 1 < glob.length()) {
        end++;
        regex.append('\\').append(glob.charAt(end));
      } else if (c == '-' && end > first) {
        regex.append('-');
      } else {
        regex.append(Character.isLetterOrDigit(c) ? "" : "\\").append(c);
      }
      end++;
    }
    if (end == glob.length()) {
      throw new IllegalArgumentException("is a malformed pattern: a [ is not closed");
    }
    regex.append(isNegated ? "]" : "&&[^/]]");
    return end;
  }

  /** Whether that file is meant, without a look at the disk. */
  boolean matches(Path file) {
    return file.startsWith(base) && regex.matcher(base.relativize(file).toString()).matches();
  }

  /**
   * The regular files that match now, sorted. A directory that cannot be read is passed over.
   *
   * @throws IOException if there are too many files to look at
   */
  SortedSet<Path> files() throws IOException {
    SortedSet<Path> found = new TreeSet<>();
    if (!Files.isDirectory(base)) {
      return found;
    }
    Set<FileVisitOption> options =
        depth == MAX_DEPTH
            ? EnumSet.noneOf(FileVisitOption.class)
            : EnumSet.of(FileVisitOption.FOLLOW_LINKS);
    Files.walkFileTree(base, options, depth, new Visitor(found));
    return Collections.unmodifiableSortedSet(found);
  }

  private final class Visitor extends SimpleFileVisitor<Path> {
    private final Set<Path> found;
    private int visits;

    Visitor(Set<Path> found) {
      this.found = found;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      if (++visits > MAX_VISITS) {
        throw new IOException("more than " + MAX_VISITS + " files below " + base);
      }
      if (matches(file) && Files.isRegularFile(file)) {
        if (found.size() == MAX_FILES) {
          throw new IOException("more than " + MAX_FILES + " files match " + text);
        }
        found.add(file);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException ignored) {
      return FileVisitResult.CONTINUE;
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Glob that && text.equals(that.text) && base.equals(that.base);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** As it was written. */
  @Override
  public String toString() {
    return text;
  }
}
