package dev.plumbline.attribute;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NameFileTest {
  @TempDir Path directory;

  private long nowNanos;

  /** As a copy that keeps times leaves it. */
  @Test
  void fileOfTheSameSizeAndTime_isReadAgain() throws Exception {
    Path file = Files.writeString(directory.resolve("passwd"), "one:x:7:7\n");
    NameFile names = new NameFile(file, () -> nowNanos);
    assertThat(names.name(7)).isEqualTo("one");
    FileTime time = Files.getLastModifiedTime(file);
    Files.writeString(file, "two:x:7:7\n");
    Files.setLastModifiedTime(file, time);
    assertThat(names.name(7)).as("looked at a moment ago").isEqualTo("one");
    nowNanos += NameFile.CHECK_NANOS;
    assertThat(names.name(7)).isEqualTo("two");
    Files.delete(file);
    nowNanos += NameFile.CHECK_NANOS;
    assertThat(names.name(7)).isNull();
  }
}
