package dev.plumbline.kernel.elf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the bytes are, reading ends, either with an answer or with the one exception. */
class HostileElfTest {
  /** Reads everything that a user of the class can ask for. */
  private static int readAll(byte[] image) throws MalformedElfException {
    ElfFile file = ElfFile.of(ByteBuffer.wrap(image), "hostile");
    int read = file.type() + file.machine();
    String buildId = file.buildId();
    read += buildId == null ? 0 : buildId.length();
    for (ElfSegment segment : file.segments()) {
      read += file.data(segment).capacity();
      if (file.fileOffset(segment.address()) >= 0) {
        read += file.stringAt(segment.address()).length();
      }
    }
    for (ElfSection section : file.sections()) {
      read += file.data(section).capacity();
      if (section.type() == ElfSection.SYMTAB || section.type() == ElfSection.DYNSYM) {
        for (int i = 0; i < file.symbolCount(section); i++) {
          read += file.symbol(section, i).name().length();
        }
      }
    }
    return read;
  }

  private static void assertRefusedOrRead(byte[] image) {
    try {
      readAll(image);
    } catch (MalformedElfException e) {
      assertThat(e).hasMessageStartingWith("hostile: ");
    }
  }

  @Property(tries = 3000)
  void changedBytes_areRefusedOrRead(
      @ForAll @Size(min = 1, max = 12) List<@IntRange(min = 0, max = 100_000) Integer> places,
      @ForAll @Size(12) List<Byte> values) {
    byte[] image = ElfFileTest.sample();
    for (int i = 0; i < places.size(); i++) {
      image[places.get(i) % image.length] = values.get(i);
    }
    assertRefusedOrRead(image);
  }

  @Property(tries = 500)
  void truncatedFile_isRefusedOrRead(@ForAll @IntRange(min = 0, max = 1000) int length) {
    byte[] image = ElfFileTest.sample();
    assertRefusedOrRead(Arrays.copyOf(image, Math.min(length, image.length)));
  }

  /** Lines: what the message must contain | offset=value(hex, little-endian, bytes) ... */
  static Stream<String> corpus() throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                HostileElfTest.class.getResourceAsStream("corpus.txt"), StandardCharsets.UTF_8))) {
      return lines.lines().filter(line -> !line.startsWith("#")).toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("corpus")
  void storedCase_isRefusedForItsReason(String line) {
    String[] parts = line.split(" \\| ", 2);
    byte[] image = ElfFileTest.sample();
    for (String change : parts[1].split(" ", -1)) {
      int equals = change.indexOf('=');
      int offset = Integer.decode(change.substring(0, equals));
      String hex = change.substring(equals + 1);
      for (int i = 0; i < hex.length() / 2; i++) {
        image[offset + i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
      }
    }
    assertThatThrownBy(() -> readAll(image))
        .isInstanceOf(MalformedElfException.class)
        .hasMessageContaining(parts[0]);
  }
}
