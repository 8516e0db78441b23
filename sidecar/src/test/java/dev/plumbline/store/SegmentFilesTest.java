package dev.plumbline.store;

import static dev.plumbline.store.Windows.START_MILLIS;
import static dev.plumbline.store.Windows.cpu;
import static dev.plumbline.store.Windows.sample;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.store.segment.Segment;
import dev.plumbline.store.segment.SegmentReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that somebody else reads, or that cannot be read just now. */
class SegmentFilesTest {
  private static final Logger STORE = Logger.getLogger("dev.plumbline.store");

  @TempDir Path path;
  private final MovableClock clock = new MovableClock(START_MILLIS);
  private final StoreAccount account = new StoreAccount();
  private final StringBuilder logged = new StringBuilder();
  private final Handler log =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          logged.append(record.getMessage()).append('\n');
        }

        @Override
        public void flush() {
          // nothing is held back
        }

        @Override
        public void close() {
          // nothing is open
        }
      };

  @BeforeEach
  void listen() {
    STORE.addHandler(log);
  }

  @AfterEach
  void stopListening() {
    STORE.removeHandler(log);
  }

  private SegmentFiles files(StoreDirectory directory, SegmentCatalog catalog) {
    return new SegmentFiles(directory, catalog, account, clock);
  }

  private static void append(SegmentFiles files, Path path, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      files.append(cpu("a", START_MILLIS, sample("main;f", 1)), StoreSettings.in(path));
    }
  }

  private Path file(int number) {
    return path.resolve(String.format("profiles-%08d.db", number));
  }

  private Path logOf(int number) {
    return path.resolve(String.format("profiles-%08d.db-wal", number));
  }

  @Test
  void segmentThatIsReadWhileItIsSealed_keepsItsLog_andIsOneFileLater() throws Exception {
    SegmentCatalog catalog = new SegmentCatalog();
    try (StoreDirectory directory = StoreDirectory.open(path)) {
      SegmentFiles files = files(directory, catalog);
      append(files, path, 3);
      try (SegmentReader reader = SegmentReader.open(file(1))) {
        files.seal();
        assertThat(reader.windows(0, Long.MAX_VALUE)).hasSize(3);
        assertThat(logOf(1)).exists();
        files.tryRest();
        assertThat(logOf(1)).exists();
      }
      append(files, path, 1);
      files.tryRest();
      assertThat(logOf(1)).doesNotExist();
      assertThat(new Segment(path, 1).readBounds().windows()).isEqualTo(3);
      assertThat(catalog.entries()).hasSize(2);
      files.seal();
    }
    assertThat(logged).isEmpty();
  }

  @Test
  void logThatAnotherProgramReadsAtTheStart_isNoReasonToSetTheFileAside() throws Exception {
    try (StoreDirectory directory = StoreDirectory.open(path)) {
      SegmentFiles files = files(directory, new SegmentCatalog());
      append(files, path, 2);
      // Nothing is sealed, as after kill -9; a person looks at the file with a tool of theirs.
      try (Connection tool = DriverManager.getConnection("jdbc:sqlite:" + file(1));
          Statement statement = tool.createStatement()) {
        statement.executeQuery("SELECT count(*) FROM window").close();
        SegmentCatalog catalog = new SegmentCatalog();
        SegmentFiles restarted = files(directory, catalog);
        restarted.recover();
        assertThat(catalog.entries()).hasSize(1);
        assertThat(catalog.entries().get(0).bounds().windows()).isEqualTo(2);
        append(restarted, path, 1);
        assertThat(file(2)).exists();
        restarted.seal();
      }
      files.seal();
    }
    assertThat(account.counts().corruptFiles()).isZero();
    assertThat(file(1)).exists();
  }

  @Test
  void fileThatCannotBeOpenedAtTheStart_isReadWhenItCan() throws Exception {
    try (StoreDirectory directory = StoreDirectory.open(path)) {
      SegmentFiles files = files(directory, new SegmentCatalog());
      append(files, path, 2);
      files.seal();
      Path elsewhere = path.resolve("elsewhere");
      Files.move(file(1), elsewhere);
      Files.createDirectory(file(1));
      SegmentCatalog catalog = new SegmentCatalog();
      SegmentFiles restarted = files(directory, catalog);
      restarted.recover();
      restarted.tryRest();
      assertThat(catalog.entries()).isEmpty();
      assertThat(account.counts().corruptFiles()).isZero();
      putBack(elsewhere);
      restarted.tryRest();
      assertThat(catalog.entries()).hasSize(1);
      assertThat(restarted.bytes()).isEqualTo(Files.size(file(1)));
    }
    assertThat(logged.toString()).containsOnlyOnce("cannot be read now");
  }

  private void putBack(Path elsewhere) throws IOException {
    Files.delete(file(1));
    Files.move(elsewhere, file(1));
  }
}
