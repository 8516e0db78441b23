package dev.plumbline.agent.natives;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtherProfilerTest {
  @TempDir Path directory;

  private Path maps(String content) throws IOException {
    return Files.writeString(directory.resolve("maps"), content);
  }

  @Test
  void mapped_library_is_named_by_its_path() throws IOException {
    Path maps =
        maps(
            "7f00-7f01 r-xp 00000000 00:1f 12   /usr/lib/libc.so.6\n"
                + "7f02-7f03 r-xp 00000000 00:1f 13   /opt/peer/libasyncProfiler.so\n");

    assertThat(OtherProfiler.path(maps)).isEqualTo("/opt/peer/libasyncProfiler.so");
  }

  @Test
  void process_without_one_has_none() throws IOException {
    assertThat(OtherProfiler.path(maps("7f00-7f01 r-xp 00000000 00:00 0 \n"))).isEmpty();
    assertThat(OtherProfiler.path(directory.resolve("absent"))).isEmpty();
  }
}
