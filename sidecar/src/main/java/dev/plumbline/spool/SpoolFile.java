package dev.plumbline.spool;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.SampleCounts;
import dev.plumbline.sqlite.SqliteLibrary;
import dev.plumbline.wire.Gunzip;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.LockingMode;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * The file of one exporter's queue: a table of requests in the order of their ids. With a
 * write-ahead log. Confined to the spool's thread.
 */
final class SpoolFile implements AutoCloseable {
  private static final int PAGE_BYTES = 16 << 10;
  private static final int CACHE_KIB = 1 << 10;
  private static final int CHECKPOINT_PAGES = 512;
  private static final long LOG_LIMIT_BYTES = 16L << 20;

  private static final String SCHEMA =
      "CREATE TABLE IF NOT EXISTS requests ("
          + "id INTEGER PRIMARY KEY, accepted_ms INTEGER NOT NULL, level TEXT NOT NULL,"
          + " profiles INTEGER NOT NULL, samples TEXT NOT NULL, body BLOB NOT NULL)";

  private final Connection connection;
  private final Statement commands;
  private final PreparedStatement insert;
  private final PreparedStatement next;
  private final PreparedStatement delete;
  private boolean isOpenGroup;

  private SpoolFile(Connection connection) throws SQLException {
    this.connection = connection;
    this.commands = connection.createStatement();
    commands.execute("PRAGMA wal_autocheckpoint=" + CHECKPOINT_PAGES);
    commands.execute(SCHEMA);
    this.insert =
        connection.prepareStatement(
            "INSERT INTO requests (id, accepted_ms, level, profiles, samples, body)"
                + " VALUES (?, ?, ?, ?, ?, ?)");
    this.next =
        connection.prepareStatement(
            "SELECT id, accepted_ms, level, profiles, samples, body FROM requests"
                + " WHERE id > ? ORDER BY id LIMIT 1");
    this.delete = connection.prepareStatement("DELETE FROM requests WHERE id = ?");
  }

  /** Opens or makes the file; one process at a time has it. */
  static SpoolFile open(Path file) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setPageSize(PAGE_BYTES);
    config.setCacheSize(-CACHE_KIB);
    config.setLockingMode(LockingMode.EXCLUSIVE);
    config.setJournalMode(JournalMode.WAL);
    config.setJournalSizeLimit((int) LOG_LIMIT_BYTES);
    Connection connection = SqliteLibrary.open(config, "jdbc:sqlite:" + file);
    try {
      return new SpoolFile(connection);
    } catch (SQLException e) {
      connection.close();
      boolean isOfOthers =
          e instanceof SQLiteException sqlite
              && sqlite.getResultCode() == SQLiteErrorCode.SQLITE_ERROR;
      throw isOfOthers ? unreadable("its tables are not ours: " + e.getMessage()) : e;
    }
  }

  /**
   * Begins a group of changes.
   *
   * @param durability what the end of the group waits for
   */
  void begin(Durability durability) throws SQLException {
    commands.execute("PRAGMA synchronous=" + durability.pragma);
    commands.execute("BEGIN IMMEDIATE");
    isOpenGroup = true;
  }

  /** Adds to the open group. */
  void add(SpoolEntry entry) throws SQLException {
    ExportRequest request = entry.request();
    insert.setLong(1, entry.id());
    insert.setLong(2, entry.acceptedUnixMillis());
    insert.setString(3, entry.level().text());
    insert.setInt(4, request.profileCount());
    insert.setString(5, SampleCountsText.write(request.samples()));
    insert.setBytes(6, request.kept());
    insert.executeUpdate();
  }

  /** Deletes in the open group. */
  void delete(Collection<Long> ids) throws SQLException {
    for (long id : ids) {
      delete.setLong(1, id);
      delete.executeUpdate();
    }
  }

  /** Ends the group. */
  void commit() throws SQLException {
    commands.execute("COMMIT");
    isOpenGroup = false;
  }

  /** Forgets the open group, if there is one. */
  void rollback() {
    if (isOpenGroup) {
      isOpenGroup = false;
      try {
        commands.execute("ROLLBACK");
      } catch (SQLException ignored) {
        // SQLite has rolled back by itself, as it does when a disk is full.
      }
    }
  }

  /** The oldest with a larger id; null if there is none. */
  @Nullable SpoolEntry next(long afterId) throws SQLException {
    next.setLong(1, afterId);
    try (ResultSet row = next.executeQuery()) {
      if (!row.next()) {
        return null;
      }
      return new SpoolEntry(row.getLong(1), row.getLong(2), level(row.getString(3)), request(row));
    }
  }

  /** No request begins as gzip does: its first byte would be a field of no wire type. */
  private static ExportRequest request(ResultSet row) throws SQLException {
    byte[] body = row.getBytes(6);
    SampleCounts samples = SampleCountsText.read(row.getString(5));
    return Gunzip.isGzip(body)
        ? ExportRequest.ofGzip(body, row.getInt(4), samples)
        : ExportRequest.takingOver(body, body.length, row.getInt(4), samples);
  }

  private static OtlpLevel level(String text) throws SQLException {
    for (OtlpLevel level : OtlpLevel.values()) {
      if (level.text().equals(text)) {
        return level;
      }
    }
    throw unreadable("a row has the level \"" + text + "\"");
  }

  /** As of a file whose pages are broken: it would stand in the way for ever. */
  static SQLException unreadable(String why) {
    return new SQLiteException(why, SQLiteErrorCode.SQLITE_CORRUPT);
  }

  /** Tells of every row, oldest first, without its body. */
  void each(RowVisitor visitor) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT id, length(body), samples, accepted_ms FROM requests ORDER BY id")) {
      while (row.next()) {
        visitor.row(
            row.getLong(1), row.getInt(2), SampleCountsText.read(row.getString(3)), row.getLong(4));
      }
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }

  /** What the end of a group of changes waits for. */
  enum Durability {
    /** The disk: it survives the loss of power. */
    DISK("FULL"),
    /** The kernel: it survives the end of the process. */
    KERNEL("NORMAL");

    private final String pragma;

    Durability(String pragma) {
      this.pragma = pragma;
    }
  }

  /** Sees the rows of a file. */
  @FunctionalInterface
  interface RowVisitor {
    void row(long id, int bytes, SampleCounts samples, long acceptedUnixMillis);
  }
}
