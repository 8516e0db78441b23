package dev.plumbline.store.segment;

import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;

/** What a failure says of the file that it came from. */
public enum SegmentFault {
  /** The file is no database, or a broken one: it will never be read. */
  CORRUPT,
  /** Another connection, ours or a person's tool, has the file for itself just now. */
  BUSY,
  /** The file system does not let it be read or written; it may be mended. */
  FILE_SYSTEM,
  /** There is no room on the file system. */
  FULL,
  OTHER;

  private static final int PRIMARY_CODE = 0xff;

  public static SegmentFault of(SQLException e) {
    return switch (SQLiteErrorCode.getErrorCode(e.getErrorCode() & PRIMARY_CODE)) {
      case SQLITE_CORRUPT, SQLITE_NOTADB -> CORRUPT;
      case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL -> BUSY;
      case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_READONLY, SQLITE_NOMEM -> FILE_SYSTEM;
      case SQLITE_FULL -> FULL;
      default -> OTHER;
    };
  }

  /** Whether the same file may be read later. */
  public boolean mayPass() {
    return this == BUSY || this == FILE_SYSTEM;
  }
}
