package dev.plumbline.agent.natives;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;

/**
 * Files without a file system: they live in memory, have no name that a child or a clean-up job
 * could meet, and are gone with the process. Thread-safe.
 */
public final class MemoryFiles {
  private final Libc libc;

  MemoryFiles(Libc libc) {
    this.libc = requireNonNull(libc, "libc");
  }

  /**
   * @param name for people who look at {@code /proc/PID/fd}
   */
  public MemoryFile create(String name) throws IOException {
    return new MemoryFile(libc, libc.memfdCreate(name));
  }

  /** One such file. Thread-safe. */
  public static final class MemoryFile implements AutoCloseable {
    private final Libc libc;
    private final int descriptor;

    private MemoryFile(Libc libc, int descriptor) {
      this.libc = libc;
      this.descriptor = descriptor;
    }

    /** Opens the file anew, for whoever opens by name. */
    public Path path() {
      return Paths.get("/proc/self/fd/" + descriptor);
    }

    /** Gives memory back; the offsets behind it stay as they are. */
    public void punchHole(long offset, long length) throws IOException {
      libc.punchHole(descriptor, offset, length);
    }

    @Override
    public void close() throws IOException {
      libc.close(descriptor);
    }
  }
}
