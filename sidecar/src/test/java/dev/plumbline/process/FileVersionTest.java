package dev.plumbline.process;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileVersionTest {
  @TempDir Path directory;

  private Path file = Path.of("unset");
  private long changedNanos;

  @BeforeEach
  void make() throws Exception {
    file = Files.writeString(directory.resolve("file"), "one");
    changedNanos = ((FileTime) Files.getAttribute(file, "unix:ctime")).to(TimeUnit.NANOSECONDS);
  }

  private FileVersion seen(long nanosAfterTheChange) {
    return requireNonNull(FileVersion.find(file, changedNanos + nanosAfterTheChange));
  }

  @Test
  void fileThatStays_isStillTheSame() {
    assertThat(seen(20_000_000).isStill(seen(30_000_000))).isTrue();
  }

  /** Its clock goes in steps: another change may have the same time. */
  @Test
  void fileThatWasJustChanged_isTrustedNotBeforeTheNextLook() {
    FileVersion first = seen(5_000_000);
    FileVersion second = seen(25_000_000);
    assertThat(first.isStill(second)).isFalse();
    assertThat(second.isStill(seen(50_000_000))).isTrue();
  }

  /** A clock that was set back for a day is no reason to read every file each time. */
  @Test
  void fileOfTheFuture_isTrusted() {
    assertThat(seen(-TimeUnit.DAYS.toNanos(1)).isStill(seen(0))).isTrue();
  }

  @Test
  void fileThatWasWrittenAgain_isAnother_whateverItsSizeAndTime() throws Exception {
    FileVersion before = seen(20_000_000);
    FileTime modified = Files.getLastModifiedTime(file);
    do {
      Files.writeString(file, "two");
      Files.setLastModifiedTime(file, modified);
    } while (((FileTime) Files.getAttribute(file, "unix:ctime")).to(TimeUnit.NANOSECONDS)
        == changedNanos);
    assertThat(before.isStill(seen(20_000_000))).isFalse();
  }
}
