package dev.plumbline.it.host;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Tests that start the launcher on this host: they need its rights, and end what they started. */
public abstract class HostTestCase {
  @TempDir protected Path directory = Path.of("");
  protected Launcher launcher = new Launcher(directory);

  @BeforeEach
  protected final void requireRights(TestInfo test) throws IOException {
    Launcher.assumeRights();
    // A test with a tag measures, or runs for long: what others left would change its figures.
    launcher =
        test.getTags().isEmpty() ? Launcher.withSharedCaches(directory) : new Launcher(directory);
  }

  @AfterEach
  protected final void endProcesses() throws InterruptedException {
    launcher.close();
  }
}
