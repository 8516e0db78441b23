package dev.plumbline.spool;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * Opens the file of an exporter, and sets one aside that cannot be read: it is renamed to {@code
 * NAME.corrupt}, in place of an earlier one, for a person to look at. Stateless.
 */
final class SpoolFiles {
  private static final Logger logger = Logger.getLogger(SpoolFiles.class.getName());
  private static final String[] PARTS = {"", "-wal", "-shm"};

  private SpoolFiles() {}

  /** Of that exporter, whatever its name. */
  static Path of(Path directory, String exporter) {
    return directory.resolve(URLEncoder.encode(exporter, StandardCharsets.UTF_8) + ".spool");
  }

  /** Whether the file itself, and not the disk, is at fault. */
  static boolean isCorrupt(SQLException e) {
    return e instanceof SQLiteException sqlite
        && (sqlite.getResultCode() == SQLiteErrorCode.SQLITE_NOTADB
            || (sqlite.getResultCode().code & 0xff) == SQLiteErrorCode.SQLITE_CORRUPT.code);
  }

  /** Renames the file and what belongs to it, if it is there; its directory is there then. */
  static void setAside(Path file, SQLException cause) {
    logger.log(
        Level.WARNING,
        () -> "queue " + file + " cannot be read and is set aside: " + cause.getMessage());
    Path directory = file.toAbsolutePath().getParent();
    if (directory != null) {
      make(directory);
    }
    for (String part : PARTS) {
      Path from = Path.of(file + part);
      try {
        Files.move(from, Path.of(file + ".corrupt" + part), StandardCopyOption.REPLACE_EXISTING);
      } catch (NoSuchFileException ignored) {
        // There is not always a log beside the file.
      } catch (IOException e) {
        throw new UncheckedIOException("queue " + from + " cannot be set aside", e);
      }
    }
  }

  private static void make(Path directory) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("directory " + directory + " cannot be made again", e);
    }
  }
}
