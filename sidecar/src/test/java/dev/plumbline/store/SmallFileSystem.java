package dev.plumbline.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A file system in memory of a few MiB, to be filled. Needs root. */
public final class SmallFileSystem {
  private final Path place;

  private SmallFileSystem(Path place) {
    this.place = place;
  }

  /** Mounts one; skips the test, with the reason, where that is not allowed. */
  public static SmallFileSystem mount(Path place, String size)
      throws IOException, InterruptedException {
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", place.toString()) == 0,
        "file systems cannot be mounted here");
    return new SmallFileSystem(place);
  }

  public void unmount() throws IOException, InterruptedException {
    run("umount", "--lazy", place.toString());
  }

  private static int run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }
}
