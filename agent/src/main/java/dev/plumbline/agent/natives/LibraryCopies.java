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
 * The copies of native libraries that lie in a directory for as long as they are loaded. An end of
 * the JVM meanwhile takes them away by {@link #close}; those of a process that was killed meanwhile
 * go with the next copy in that directory. Thread-safe.
 */
public final class LibraryCopies implements AutoCloseable {
  private static final String PREFIX = "plumbline-";

  /** Process, a number of chance, library. */
  private static final Pattern NAME = Pattern.compile("plumbline-(\\d{1,10})-\\d+-lib\\w+\\.so");

  private final Set<Path> copies = new LinkedHashSet<>();
  private boolean closed;

  /**
   * An own one for each start: one library cannot be loaded by two loaders of a JVM.
   *
   * @throws IOException if it cannot be made, or after {@link #close}
   */
  synchronized Path create(Path directory, String file) throws IOException {
    if (closed) {
      throw new IOException("the JVM ends");
    }
    FileAttribute<?> onlyOwner =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    String prefix = PREFIX + ProcessHandle.current().pid() + "-";
    Path copy = Files.createTempFile(directory, prefix, "-" + file, onlyOwner);
    copies.add(copy);
    removeLitter(directory, copy);
    return copy;
  }

  synchronized void delete(Path copy) {
    if (copies.remove(copy)) {
      deleteQuietly(copy);
    }
  }

  /** Removes all; there will be no other one. */
  @Override
  public synchronized void close() {
    closed = true;
    copies.forEach(LibraryCopies::deleteQuietly);
    copies.clear();
  }

  /** Of dead processes of that copy's user. */
  private static void removeLitter(Path directory, Path copy) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, PREFIX + "*.so")) {
      UserPrincipal owner = Files.getOwner(copy);
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
      // the file system has become read-only meanwhile: the copy stays
    }
  }
}
