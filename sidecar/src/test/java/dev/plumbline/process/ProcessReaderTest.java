package dev.plumbline.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes of a made-up {@code /proc}; no table is ever loaded. */
class ProcessReaderTest {
  private static final int PID = 7;

  private static final String HEAP = "1000-2000 r-xp 00000000 00:00 0 \n";

  @TempDir private Path proc;

  private ProcessReader reader;
  private TrackedProcess tracked;

  @BeforeEach
  void readOnce() throws IOException {
    Files.createDirectory(proc.resolve("7"));
    TrackingCounts counts = new TrackingCounts();
    ProcessFiles files = new ProcessFiles(proc);
    FileStore store =
        new FileStore(
            new ExecutableFiles(files),
            new TableBuilder(null, 1000),
            new LoadedTables(null, 0, counts),
            counts,
            () -> 0);
    reader =
        new ProcessReader(
            files, new MemoryMaps(proc), store, (process, libjvm) -> null, true, () -> 1);
    write("bash", 100, 4096, HEAP);
    ProcessReader.Reading reading = reader.read(PID, null, null);
    assertThat(reading).isNotNull();
    tracked = new TrackedProcess(reading.image());
    assertThat(reader.isUnchanged(tracked)).as("nothing was noted yet").isFalse();
    tracked.setMaps(reading.maps(), reading.stat(), 1);
  }

  private void write(String name, long start, long bytes, String maps) throws IOException {
    String before = "7 (" + name + ") S 1 1 1 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 ";
    Files.writeString(proc.resolve("7/stat"), before + start + " " + bytes + " 5 6\n");
    Files.writeString(proc.resolve("7/maps"), maps);
  }

  @Test
  void sameNameAndSize_isUnchanged() {
    assertThat(reader.isUnchanged(tracked)).isTrue();
  }

  @Test
  void grown_isChanged() throws IOException {
    write("bash", 100, 8192, HEAP + "3000-4000 r-xp 00000000 00:00 0 \n");
    assertThat(reader.isUnchanged(tracked)).isFalse();
  }

  @Test
  void renamed_isChanged() throws IOException {
    write("worker", 100, 4096, HEAP);
    assertThat(reader.isUnchanged(tracked)).isFalse();
  }

  @Test
  void otherProcessOfTheSameId_isChanged() throws IOException {
    write("bash", 101, 4096, HEAP);
    assertThat(reader.isUnchanged(tracked)).isFalse();
  }

  @Test
  void ended_isChanged() throws IOException {
    Files.delete(proc.resolve("7/stat"));
    assertThat(reader.isUnchanged(tracked)).isFalse();
  }

  @Test
  void fileToBeOpenedAgain_isChanged() {
    tracked.forgetMaps();
    assertThat(reader.isUnchanged(tracked)).isFalse();
  }

  @Test
  void executed_isChanged() {
    tracked.reset();
    assertThat(reader.isUnchanged(tracked)).isFalse();
  }
}
