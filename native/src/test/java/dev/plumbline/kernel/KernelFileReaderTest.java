package dev.plumbline.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelFileReaderTest {
  @TempDir private Path directory;

  private final KernelFileReader reader = new KernelFileReader();

  @Test
  void file_isReadToItsEnd() throws IOException {
    byte[] maps = Files.readAllBytes(Path.of("/proc/self/maps"));
    assertThat(reader.read("/proc/self/maps", 1 << 20)).isGreaterThan(maps.length / 2);
    int length = reader.read("/proc/version", 4096);
    assertThat(reader.text(length)).isEqualTo(Files.readString(Path.of("/proc/version")));
  }

  @Test
  void fileLargerThanTheBuffer_isWhole() throws IOException {
    String text = "0123456789abcde\n".repeat(6000);
    Path file = Files.writeString(directory.resolve("groß"), text);
    assertThat(reader.read(file.toString(), 1 << 20)).isEqualTo(text.length());
    byte[] copy = new byte[text.length()];
    reader.copy(copy, copy.length);
    assertThat(new String(copy, StandardCharsets.US_ASCII)).isEqualTo(text);
    assertThat(reader.text(16)).isEqualTo("0123456789abcde\n");
  }

  @Test
  void limit_cutsTheFile() throws IOException {
    Path file = Files.writeString(directory.resolve("long"), "0123456789");
    assertThat(reader.read(file.toString(), 4)).isEqualTo(4);
    assertThat(reader.text(4)).isEqualTo("0123");
  }

  @Test
  void whatCannotBeRead_isNegative() {
    assertThat(reader.read(directory.resolve("missing").toString(), 10)).isEqualTo(-Errno.ENOENT);
    assertThat(reader.read(directory.toString(), 10)).as("a directory").isNegative();
    assertThat(reader.read("/proc/self/status\0", 10)).isNegative();
    assertThat(reader.read("/" + "x".repeat(5000), 10)).isNegative();
    assertThat(reader.readLink(directory.toString())).as("no link").isNegative();
  }

  @Test
  void link_isWhereItLeads() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("/usr/bin/größe"));
    int length = reader.readLink(link.toString());
    assertThat(reader.text(length)).isEqualTo("/usr/bin/größe");
  }
}
