package dev.plumbline.store.segment;

import dev.plumbline.store.dictionary.CorruptSegmentException;
import dev.plumbline.store.dictionary.DictionaryDecoder;
import dev.plumbline.store.dictionary.SegmentDictionary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file with its number, and what is remembered of its dictionary between queries. Thread-safe.
 */
public final class Segment {
  private static final String SUFFIX = ".db";

  private final long number;
  private final Path path;
  private final Object lock = new Object();
  private @Nullable DictionaryDecoder decoder;
  private long decodedParts;

  public Segment(Path directory, long number) {
    this.number = number;
    this.path = directory.resolve(String.format("profiles-%08d%s", number, SUFFIX));
  }

  /** The segment of a file with such a name; null if the name is another. */
  public static @Nullable Segment named(Path file) {
    String name = String.valueOf(file.getFileName());
    if (!name.matches("profiles-\\d{8,12}\\" + SUFFIX)) {
      return null;
    }
    String digits = name.substring("profiles-".length(), name.length() - SUFFIX.length());
    return new Segment(file.resolveSibling(""), Long.parseLong(digits));
  }

  /** Grows with each file of a store. */
  public long number() {
    return number;
  }

  public Path path() {
    return path;
  }

  /** The database, its log and the log's index. */
  public List<Path> files() {
    return List.of(path, sibling("-wal"), sibling("-shm"), sibling("-journal"));
  }

  private Path sibling(String suffix) {
    return path.resolveSibling(path.getFileName() + suffix);
  }

  /** Bytes on disk, of all files of the segment that are there. */
  public long bytes() {
    long bytes = 0;
    for (Path file : files()) {
      try {
        bytes += Files.size(file);
      } catch (IOException ignored) {
        // Not there, or gone this moment: it takes no room.
      }
    }
    return bytes;
  }

  /** The dictionary up to what the reader sees now. */
  public SegmentDictionary dictionary(SegmentReader reader)
      throws SQLException, CorruptSegmentException {
    synchronized (lock) {
      DictionaryDecoder current = decoder;
      if (current == null) {
        current = new DictionaryDecoder();
        decodedParts = 0;
      }
      decoder = null;
      decodedParts = reader.decode(current, decodedParts);
      decoder = current;
      return new SegmentDictionary(current);
    }
  }

  /** Roughly what {@link #dictionary} has in memory, for the cache's bound. */
  public long cachedBytes() {
    synchronized (lock) {
      return decoder == null ? 0 : decoder.heapBytes();
    }
  }

  /** Forgets the dictionary; the next query reads it again. */
  public void forget() {
    synchronized (lock) {
      decoder = null;
    }
  }

  /**
   * Whether it was only just made when the power failed: its tables are with the first windows in a
   * log that was not forced to disk.
   */
  public boolean isEmpty() throws SQLException {
    try (Connection connection = SegmentSchema.read("jdbc:sqlite:" + path)) {
      return SegmentSchema.isEmpty(connection);
    }
  }

  /** When its windows lie, by the windows themselves. */
  public SegmentBounds readBounds() throws SQLException, CorruptSegmentException {
    try (SegmentReader reader = SegmentReader.open(path)) {
      return reader.bounds();
    }
  }

  /**
   * Makes one file of database and log, after the writer is gone. Where a reader is just at work,
   * ours or a person's tool, the log stays until the next try: that change wants the file for
   * itself, and SQLite does not wait for it, whatever the timeout.
   *
   * @return whether the segment is one file now
   */
  public boolean seal() throws SQLException, CorruptSegmentException {
    try (Connection connection = SegmentSchema.seal("jdbc:sqlite:" + path)) {
      SegmentSchema.check(connection);
      try (Statement statement = connection.createStatement()) {
        statement.execute("PRAGMA journal_mode=DELETE");
      }
    } catch (SQLException e) {
      if (SegmentFault.of(e) != SegmentFault.BUSY) {
        throw e;
      }
    }
    return !hasLog();
  }

  /** Whether a log lies beside the database. */
  public boolean hasLog() {
    return Files.exists(sibling("-wal"));
  }

  public void delete() throws IOException {
    for (Path file : files()) {
      Files.deleteIfExists(file);
    }
  }

  @Override
  public String toString() {
    return "Segment[" + path + "]";
  }
}
