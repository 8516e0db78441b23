package dev.plumbline.store.segment;

import dev.plumbline.sqlite.SqliteLibrary;
import dev.plumbline.store.dictionary.CorruptSegmentException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;

/** Tables of a file, and how connections to it are opened. Stateless. */
final class SegmentSchema {
  /** "Plum": tells our files from any other database. */
  private static final int APPLICATION_ID = 0x506c756d;

  private static final int VERSION = 1;
  private static final int BUSY_MILLIS = 5_000;
  private static final int CACHE_KIB = 512;

  private static final String[] TABLES = {
    "CREATE TABLE dictionary(id INTEGER PRIMARY KEY, raw_bytes INTEGER NOT NULL, data BLOB NOT NULL)",
    "CREATE TABLE series(id INTEGER PRIMARY KEY, service TEXT NOT NULL, type_id TEXT NOT NULL,"
        + " factor INTEGER NOT NULL, type TEXT NOT NULL, unit TEXT NOT NULL,"
        + " period_type TEXT NOT NULL, period_unit TEXT NOT NULL, period INTEGER NOT NULL,"
        + " accumulation TEXT NOT NULL, resource INTEGER NOT NULL, attributes INTEGER NOT NULL,"
        + " scope_name TEXT NOT NULL, scope_version TEXT NOT NULL)",
    "CREATE TABLE window(id INTEGER PRIMARY KEY, series INTEGER NOT NULL,"
        + " start_unix_nanos INTEGER NOT NULL, covered_nanos INTEGER NOT NULL,"
        + " total INTEGER NOT NULL, sample_count INTEGER NOT NULL)",
    "CREATE TABLE samples(window INTEGER PRIMARY KEY, data BLOB NOT NULL)",
  };

  private SegmentSchema() {}

  /** A connection that writes; the file is made if it is not there. */
  static Connection write(String url) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setJournalMode(JournalMode.WAL);
    config.setSynchronous(SynchronousMode.NORMAL);
    config.setBusyTimeout(BUSY_MILLIS);
    config.setCacheSize(-CACHE_KIB);
    config.setJournalSizeLimit(0);
    config.setPragma(SQLiteConfig.Pragma.TEMP_STORE, "MEMORY");
    Connection connection = SqliteLibrary.open(config, url);
    try (Statement statement = connection.createStatement()) {
      // A checkpoint that fails inside a commit makes the commit fail that has happened.
      statement.execute("PRAGMA wal_autocheckpoint=0");
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
    return connection;
  }

  /** A connection for the one change that is made to a file after its writer is gone. */
  static Connection seal(String url) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setBusyTimeout(BUSY_MILLIS);
    config.setCacheSize(-CACHE_KIB);
    return SqliteLibrary.open(config, url);
  }

  static Connection read(String url) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(true);
    config.setBusyTimeout(BUSY_MILLIS);
    config.setCacheSize(-CACHE_KIB);
    return SqliteLibrary.open(config, url);
  }

  static void create(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA application_id=" + APPLICATION_ID);
      statement.execute("PRAGMA user_version=" + VERSION);
      for (String table : TABLES) {
        statement.execute(table);
      }
    }
    connection.commit();
  }

  /** Fails unless the file is one of ours, of this version. */
  static void check(Connection connection) throws SQLException, CorruptSegmentException {
    try (Statement statement = connection.createStatement()) {
      long id = number(statement, "PRAGMA application_id");
      long version = number(statement, "PRAGMA user_version");
      if (id != APPLICATION_ID || version != VERSION) {
        throw new CorruptSegmentException(
            "the file has application id " + id + " and version " + version);
      }
    }
  }

  /** Whether there is nothing in it, ours or another's. */
  static boolean isEmpty(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return number(statement, "SELECT count(*) FROM sqlite_master") == 0;
    }
  }

  static long number(Statement statement, String query) throws SQLException {
    try (ResultSet result = statement.executeQuery(query)) {
      return result.next() ? result.getLong(1) : 0;
    }
  }
}
