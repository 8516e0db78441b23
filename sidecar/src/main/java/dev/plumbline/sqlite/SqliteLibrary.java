package dev.plumbline.sqlite;

import dev.plumbline.fault.FaultText;
import java.sql.Connection;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig;
import org.sqlite.core.NativeDB;

/**
 * SQLite's native library. It tries to load it once in a process: an interrupt of the thread that
 * happens to open the first file, as when an exporter is closed, would leave no later one a
 * library. So a thread that nobody interrupts loads it. Thread-safe.
 */
public final class SqliteLibrary {
  private SqliteLibrary() {}

  /**
   * Opens a file.
   *
   * @throws SQLException the file cannot be opened, or the library not be loaded
   */
  public static Connection open(SQLiteConfig config, String url) throws SQLException {
    if (!Loading.FAULT.isEmpty()) {
      throw new SQLException("SQLite's native library cannot be loaded: " + Loading.FAULT);
    }
    return config.createConnection(url);
  }

  /** What is wrong; empty when the library is there. */
  private static String load() {
    String[] fault = {""};
    Thread loader = new Thread(() -> fault[0] = loadHere(), "plumbline-sqlite");
    loader.setDaemon(true);
    loader.start();
    boolean isInterrupted = false;
    while (loader.isAlive()) {
      try {
        loader.join();
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
    return fault[0];
  }

  private static String loadHere() {
    try {
      NativeDB.load();
      return "";
    } catch (Exception | LinkageError e) {
      return FaultText.of(e);
    }
  }

  /**
   * Its initialisation is the one load, for which all who open wait. The thread that loads runs
   * nothing of this class, for which it would wait as well.
   */
  private static final class Loading {
    static final String FAULT = load();

    private Loading() {}
  }
}
