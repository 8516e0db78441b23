package dev.plumbline.unwind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSection;
import dev.plumbline.kernel.unwind.UnwindRow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Foreign bytes end in a table, no table or a refusal: never in another exception, never late. */
class HostileFramesTest {
  private static final long TEXT = 1 << 20;
  private static final int LIMIT = 100_000;

  private static long[] rows(byte[] section, long address) throws IOException {
    try (FrameRows rows = new FrameRows(0, TEXT, LIMIT)) {
      new EhFrame(ByteBuffer.wrap(section), address, rows).read();
      return SortedRows.of(rows, LIMIT);
    }
  }

  @Property(tries = 500)
  void anyBytes_areReadToTheEnd(@ForAll @Size(max = 400) byte[] bytes) throws IOException {
    assertAscending(rows(bytes, 0x1000));
  }

  @Test
  void mutatedSections_giveAscendingRows() throws IOException {
    ElfFile elf = ElfFile.open(Path.of(ProcessHandle.current().info().command().orElseThrow()));
    ElfSection section = elf.section(".eh_frame");
    assertThat(section).isNotNull();
    byte[] original = new byte[(int) section.size()];
    elf.data(section).get(original);
    Random random = new Random(20_260_101);
    long start = System.nanoTime();
    for (int round = 0; round < 3000; round++) {
      byte[] bytes = original.clone();
      for (int i = random.nextInt(8); i >= 0; i--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      assertAscending(rows(bytes, section.address()));
    }
    assertThat(System.nanoTime() - start).isLessThan(60_000_000_000L);
  }

  @Test
  void mutatedLineTables_areRefusedOrRead() throws IOException {
    Path go = Path.of("/usr/local/go/pkg/tool/linux_amd64/asm");
    org.assertj.core.api.Assumptions.assumeThat(Files.isReadable(go)).isTrue();
    byte[] original = Files.readAllBytes(go);
    ElfFile elf = ElfFile.open(go);
    ElfSection section = elf.section(".gopclntab");
    assertThat(section).isNotNull();
    Random random = new Random(20_260_102);
    for (int round = 0; round < 40; round++) {
      byte[] bytes = original.clone();
      for (int i = 0; i < 200; i++) {
        int at = (int) section.offset() + random.nextInt((int) section.size() / (1 + round % 100));
        bytes[at] = (byte) random.nextInt(256);
      }
      ElfFile mutated = ElfFile.of(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN), "go");
      FileTable table = FileTables.build(mutated, 1 << 22);
      assertThat(table == null || table.table().rowCount() > 0).isTrue();
    }
  }

  @Test
  void tooManyRows_areRefused() {
    Path libjvm = Path.of(System.getProperty("java.home"), "lib/server/libjvm.so");
    assertThatThrownBy(() -> FileTables.build(ElfFile.open(libjvm), 5000))
        .isInstanceOf(RowLimitException.class)
        .hasMessage("more than 5000 rows");
  }

  private static void assertAscending(long[] rows) {
    for (int i = 1; i < rows.length; i++) {
      assertThat(UnwindRow.offset(rows[i])).isGreaterThan(UnwindRow.offset(rows[i - 1]));
    }
    if (rows.length > 0) {
      assertThat(UnwindRow.offset(rows[0])).isZero();
    }
  }
}
