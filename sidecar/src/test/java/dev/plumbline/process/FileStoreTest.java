package dev.plumbline.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files by way of a made-up {@code /proc}; no table is ever loaded. */
class FileStoreTest {
  private static final int ENDED = 7;
  private static final int ALIVE = 8;

  @TempDir private Path directory;

  private final TrackingCounts counts = new TrackingCounts();
  private FileStore store;
  private MemoryMap map;

  @BeforeEach
  void putFile() throws IOException {
    Path root = Files.createDirectories(directory.resolve("proc/" + ALIVE + "/root"));
    Path program = Files.copy(Path.of("/proc/self/exe"), root.resolve("program"));
    long inode = ((Number) Files.getAttribute(program, "unix:ino")).longValue();
    map = new MemoryMap(0x1000, 0x2000, 0, new FileIdentity(8, 1, inode), "/program", false);
    store =
        new FileStore(
            new ExecutableFiles(new ProcessFiles(directory.resolve("proc"))),
            new TableBuilder(null, 1000),
            new LoadedTables(null, 0, counts),
            counts,
            () -> 0);
  }

  @Test
  void fileOfAnEndedProcess_isOpenedByTheNextOne() {
    ExecutableFile missed = store.region(ENDED, map).file();
    store.acquire(missed);
    assertThat(missed.elf()).isNull();
    assertThat(missed.isUnread()).isTrue();
    assertThat(counts.count(TrackingCount.FILES_REFUSED)).isOne();
    ExecutableFile opened = store.region(ALIVE, map).file();
    assertThat(opened).isNotSameAs(missed);
    assertThat(opened.elf()).isNotNull();
    store.acquire(opened);
    assertThat(store.region(ENDED, map).file()).as("shared from now on").isSameAs(opened);
  }

  @Test
  void fileThatIsNoProgram_isRefusedOnce() throws IOException {
    Path text = directory.resolve("proc/" + ALIVE + "/root/program");
    Files.writeString(text, "text");
    ExecutableFile refused = store.region(ALIVE, map).file();
    store.acquire(refused);
    assertThat(refused.elf()).isNull();
    assertThat(refused.isUnread()).isFalse();
    assertThat(store.region(ALIVE, map).file()).isSameAs(refused);
    assertThat(counts.count(TrackingCount.FILES_REFUSED)).isOne();
  }
}
