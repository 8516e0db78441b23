package dev.plumbline.serve.machine;

import dev.plumbline.config.Variables;
import dev.plumbline.fault.FaultText;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Where the daemon keeps queue and store: {@code STATE_DIRECTORY} as systemd sets it, else {@code
 * /var/lib/plumbline} for root and {@code XDG_STATE_HOME/plumbline} for others. One daemon at a
 * time holds it. Thread-safe.
 */
public final class StateDirectory implements AutoCloseable {
  private static final String LOCK = "lock";

  private final Path path;
  private final FileChannel channel;

  private StateDirectory(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /** Of this process, by these variables; held until it is closed. */
  public static StateDirectory ofProcess(Variables environment) throws ServeException {
    return hold(ofUser(environment));
  }

  /** Where it is for the user of this process. */
  public static Path ofUser(Variables environment) {
    return find(environment, "root".equals(System.getProperty("user.name")));
  }

  /** Where it is, by these variables. */
  static Path find(Variables environment, boolean isRoot) {
    String given = environment.get("STATE_DIRECTORY");
    if (given != null && !given.isEmpty()) {
      return Path.of(given.split(":", 2)[0]);
    }
    if (isRoot) {
      return Path.of("/var/lib/plumbline");
    }
    String state = environment.get("XDG_STATE_HOME");
    String home = environment.get("HOME");
    Path base =
        state != null && !state.isEmpty()
            ? Path.of(state)
            : Path.of(home == null || home.isEmpty() ? "." : home, ".local", "state");
    return base.resolve("plumbline");
  }

  /** Makes it where it is missing, and holds it until the end. */
  public static StateDirectory hold(Path path) throws ServeException {
    @Nullable FileChannel channel = null;
    try {
      Files.createDirectories(path);
      channel =
          FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return new StateDirectory(path, channel);
      }
      channel.close();
    } catch (OverlappingFileLockException e) {
      closeQuietly(channel);
    } catch (IOException e) {
      closeQuietly(channel);
      throw new ServeException(
          "state directory "
              + path
              + " cannot be used: "
              + FaultText.of(e)
              + owner(path)
              + "; STATE_DIRECTORY names another one",
          e);
    }
    throw new ServeException(
        "another plumbline serve uses the state directory "
            + path
            + "; STATE_DIRECTORY names another one");
  }

  /** Root gives up the right to pass over permissions, which surprises people. */
  private static String owner(Path path) {
    Path there = path.toAbsolutePath();
    while (there != null && !Files.exists(there)) {
      there = there.getParent();
    }
    try {
      return there == null ? "" : " (" + there + " belongs to " + Files.getOwner(there) + ")";
    } catch (IOException | UnsupportedOperationException ignored) {
      return "";
    }
  }

  private static void closeQuietly(@Nullable FileChannel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException ignored) {
      // The lock was not ours.
    }
  }

  /** A directory below it, made where it is missing. */
  public Path directory(String name) throws ServeException {
    Path directory = path.resolve(name);
    try {
      return Files.createDirectories(directory);
    } catch (IOException e) {
      throw new ServeException(
          "directory " + directory + " cannot be made: " + FaultText.reason(e), e);
    }
  }

  public Path path() {
    return path;
  }

  @Override
  public void close() {
    closeQuietly(channel);
  }
}
