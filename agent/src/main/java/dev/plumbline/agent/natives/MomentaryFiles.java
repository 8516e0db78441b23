package dev.plumbline.agent.natives;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Files that have a name only until somebody has opened them: copies of native libraries and
 * recordings on disk. An end of the JVM meanwhile takes them away by {@link #close}; those of a
 * process that was killed meanwhile go with the next one in that directory. Thread-safe.
 */
public final class MomentaryFiles implements AutoCloseable {
  private static final String PREFIX = "plumbline-";

  /** End of a recording's name. Copies for {@code export.file} end otherwise: they are to stay. */
  public static final String RECORDING = "recording.jfr";

  /** Process, a number of chance, what it is. */
  private static final Pattern NAME =
      Pattern.compile("plumbline-(\\d{1,10})-\\d+-(lib\\w+\\.so|recording\\.jfr)");

  private final Set<Path> names = new LinkedHashSet<>();
  private boolean closed;

  /**
   * Makes an empty file of a name of its own, that ends with the given one: one library, say,
   * cannot be loaded by two loaders of a JVM.
   *
   * @throws IOException if it cannot be made, or after {@link #close}
   */
  public synchronized Path create(Path directory, String file) throws IOException {
    if (closed) {
      throw new IOException("the JVM ends");
    }
    FileAttribute<?> onlyOwner =
        PosixFilePermissions.asFileAttribute(
            PosixFilePermissions.fromString(file.endsWith(".so") ? "rwx------" : "rw-------"));
    String prefix = PREFIX + ProcessHandle.current().pid() + "-";
    Path path = Files.createTempFile(directory, prefix, "-" + file, onlyOwner);
    names.add(path);
    removeLitter(directory, path);
    return path;
  }

  /** Idempotent. */
  public synchronized void delete(Path path) {
    if (names.remove(path)) {
      deleteQuietly(path);
    }
  }

  /** Removes all; there will be no other one. */
  @Override
  public synchronized void close() {
    closed = true;
    names.forEach(MomentaryFiles::deleteQuietly);
    names.clear();
  }

  /** Of dead processes of that file's user. */
  private static void removeLitter(Path directory, Path own) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, PREFIX + "*.{so,jfr}")) {
      UserPrincipal owner = Files.getOwner(own);
      for (Path file : files) {
        Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
        if (name.matches()
            && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()
            && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
            && Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).equals(owner)) {
          deleteQuietly(file);
        }
      }
    } catch (IOException | DirectoryIteratorException ignored) {
      // the litter of others is no reason not to start
    }
  }

  private static void deleteQuietly(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException ignored) {
      // the file system has become read-only meanwhile: it stays
    }
  }
}
