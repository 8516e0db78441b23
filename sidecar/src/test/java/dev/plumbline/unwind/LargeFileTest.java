package dev.plumbline.unwind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSegment;
import dev.plumbline.kernel.unwind.UnwindTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A build takes next to nothing of the heap, and gives back what it takes outside of it. */
class LargeFileTest {
  /** With six rows each as many as the largest library known has, 2.4 million. */
  private static final int FUNCTIONS = 400_000;

  @TempDir private Path directory;

  @Test
  void millionsOfRows_needNoHeap() throws IOException, InterruptedException {
    Path file = directory.resolve("large");
    SyntheticFile.write(file, FUNCTIONS);
    Path output = directory.resolve("output");
    Process program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Xmx24m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                LargeFileProgram.class.getName(),
                file.toString(),
                directory.resolve("cache").toString(),
                String.valueOf(12 << 20))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(program.waitFor(5, TimeUnit.MINUTES)).isTrue();
    } finally {
      program.destroyForcibly().waitFor();
    }
    assertThat(Files.readString(output)).isEqualTo("2400000 rows beside 12582912 bytes\n");
    assertThat(program.exitValue()).isZero();
  }

  private static long addressSpaceBytes() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      String line = lines.filter(each -> each.startsWith("VmSize:")).findFirst().orElseThrow();
      return Long.parseLong(line.replaceAll("\\D", "")) << 10;
    }
  }

  /** The same file without section headers, with a search header of two bytes. */
  private static ElfFile withHeader(byte[] file, int encoding) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(file.clone()).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(40, 0).putShort(56, (short) 2); // program header 1, at 120
    bytes.putInt(120, ElfSegment.EH_FRAME_HEADER).putLong(128, 2048).putLong(136, 2048);
    bytes.putLong(152, 12).putLong(160, 12).put(2048 + 1, (byte) encoding);
    return ElfFile.of(bytes, "small");
  }

  /** A build; what it makes is closed. */
  private interface Build {
    void run() throws IOException;
  }

  /** Each reserves 320 MiB, so few that the collector does not come and free what was forgotten. */
  private static void assertLeavesNothing(Build build) throws IOException {
    build.run();
    long before = addressSpaceBytes();
    for (int i = 0; i < 12; i++) {
      build.run();
    }
    assertThat(addressSpaceBytes() - before).isLessThan(1L << 30);
  }

  @Test
  void builds_leaveNoMemoryBehind() throws IOException {
    Path file = directory.resolve("small");
    SyntheticFile.write(file, 2000);
    ElfFile elf = ElfFile.open(file);
    ElfFile malformed = withHeader(Files.readAllBytes(file), 0xff);
    ElfFile silent = withHeader(Files.readAllBytes(file), 0);
    assertLeavesNothing(
        () -> {
          FileTable table = FileTables.build(elf, UnwindTable.MAX_ROWS);
          assertThat(table).isNotNull();
          assertThat(table.table().rowCount()).isEqualTo(12_000);
          table.table().close();
        });
    assertLeavesNothing(
        () ->
            assertThatThrownBy(() -> FileTables.build(malformed, UnwindTable.MAX_ROWS))
                .isInstanceOf(UnwindFormatException.class));
    assertLeavesNothing(() -> assertThat(FileTables.build(silent, UnwindTable.MAX_ROWS)).isNull());
  }

  @Test
  void asManyRowsAsAllowed_areBuilt() throws IOException {
    Path file = directory.resolve("small");
    SyntheticFile.write(file, 2000);
    ElfFile elf = ElfFile.open(file);
    assertThat(FileTables.build(elf, 12_000)).isNotNull();
    assertThatThrownBy(() -> FileTables.build(elf, 11_999))
        .isInstanceOf(RowLimitException.class)
        .hasMessage("more than 11999 rows");
  }
}
