package dev.plumbline.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteConfig;

class SqliteLibraryTest {
  /** Run in a process of its own: nobody there has used SQLite. */
  public static final class Interrupted {
    private Interrupted() {}

    public static void main(String[] arguments) throws InterruptedException, SQLException {
      String url = "jdbc:sqlite:" + arguments[0];
      Thread first = new Thread(() -> open(url));
      first.start();
      first.interrupt();
      first.join();
      open(url);
      System.exit(0);
    }

    private static void open(String url) {
      Thread.currentThread().interrupt();
      try (Connection connection = SqliteLibrary.open(new SQLiteConfig(), url)) {
        connection.createStatement().execute("CREATE TABLE IF NOT EXISTS numbers (n INTEGER)");
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void firstUse_byAnInterruptedThread_leavesLaterOnesALibrary(@TempDir Path directory)
      throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Interrupted.class.getName(),
                directory.resolve("file").toString())
            .redirectErrorStream(true)
            .redirectOutput(new File("target/sqlite-library-test.log"))
            .start();
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    } finally {
      process.destroyForcibly();
    }
    assertThat(directory.resolve("file")).isNotEmptyFile();
  }
}
