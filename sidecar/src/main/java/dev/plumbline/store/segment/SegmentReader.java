package dev.plumbline.store.segment;

import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileType.Accumulation;
import dev.plumbline.store.dictionary.CorruptSegmentException;
import dev.plumbline.store.dictionary.DictionaryDecoder;
import dev.plumbline.store.dictionary.SegmentDictionary;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * One query's connection to one file. Never held open between queries: a reader that stays would
 * keep the log from being given back. Confined to the query's thread.
 */
public final class SegmentReader implements AutoCloseable {
  private final Connection connection;

  private SegmentReader(Connection connection) {
    this.connection = connection;
  }

  /** Opens a file of ours for reading. */
  public static SegmentReader open(Path path) throws SQLException, CorruptSegmentException {
    Connection connection = SegmentSchema.read("jdbc:sqlite:" + path);
    try {
      SegmentSchema.check(connection);
      return new SegmentReader(connection);
    } catch (SQLException | CorruptSegmentException e) {
      connection.close();
      throw e;
    }
  }

  /** All series, by their number. */
  public List<SeriesRow> series() throws SQLException, CorruptSegmentException {
    List<SeriesRow> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery(
                "SELECT id, service, type_id, factor, type, unit, period_type, period_unit, period,"
                    + " accumulation, resource, attributes, scope_name, scope_version"
                    + " FROM series ORDER BY id")) {
      while (result.next()) {
        if (result.getInt(1) != rows.size()) {
          throw new CorruptSegmentException("series " + rows.size() + " is missing");
        }
        rows.add(seriesRow(result));
      }
    }
    return rows;
  }

  private static SeriesRow seriesRow(ResultSet result)
      throws SQLException, CorruptSegmentException {
    try {
      ProfileType type =
          ProfileType.builder(result.getString(5), result.getString(6))
              .periodType(result.getString(7), result.getString(8))
              .period(result.getLong(9))
              .accumulation(Accumulation.valueOf(result.getString(10)))
              .build();
      String id = result.getString(3);
      boolean time = id.equals(SeriesType.CPU) && SeriesType.isCpuSamples(type);
      SeriesType seriesType =
          SeriesType.of(
              type, time ? SeriesType.CpuSamples.ARE_TIME : SeriesType.CpuSamples.ARE_COUNTS);
      return new SeriesRow(
          result.getInt(1),
          result.getString(2),
          seriesType,
          type,
          result.getInt(11),
          result.getInt(12),
          result.getString(13),
          result.getString(14));
    } catch (IllegalArgumentException | NullPointerException e) {
      throw new CorruptSegmentException("a series has a type that cannot be", e);
    }
  }

  /** The windows whose start lies in {@code [from, until)}, in the order in which they came. */
  public List<WindowRow> windows(long fromUnixNanos, long untilUnixNanos) throws SQLException {
    List<WindowRow> rows = new ArrayList<>();
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT id, series, start_unix_nanos, covered_nanos, total, sample_count FROM window"
                + " WHERE start_unix_nanos >= ? AND start_unix_nanos < ? ORDER BY id")) {
      statement.setLong(1, fromUnixNanos);
      statement.setLong(2, untilUnixNanos);
      try (ResultSet result = statement.executeQuery()) {
        while (result.next()) {
          rows.add(
              new WindowRow(
                  result.getLong(1),
                  result.getInt(2),
                  result.getLong(3),
                  result.getLong(4),
                  result.getLong(5),
                  result.getInt(6)));
        }
      }
    }
    return rows;
  }

  /** Takes the samples of one window after the other. */
  public interface SampleVisitor {
    void window(WindowRow window, SampleCursor samples) throws CorruptSegmentException;
  }

  /**
   * Hands over the samples of these windows, one at a time. They were listed by this same object:
   * windows that came since are left out.
   *
   * @param windows ordered by id
   * @param series numbers of the wanted series
   */
  public void samples(
      List<WindowRow> windows, BitSet series, SegmentDictionary dictionary, SampleVisitor visitor)
      throws SQLException, CorruptSegmentException {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT data FROM samples WHERE window = ?")) {
      for (WindowRow window : windows) {
        if (series.get(window.series())) {
          statement.setLong(1, window.id());
          try (ResultSet result = statement.executeQuery()) {
            byte[] blob = result.next() ? result.getBytes(1) : null;
            if (blob == null) {
              throw new CorruptSegmentException("window " + window.id() + " has no samples");
            }
            visitor.window(window, new SampleCursor(blob, dictionary));
          }
        }
      }
    }
  }

  /** Hands the parts of the dictionary behind that one to the decoder, in order. */
  long decode(DictionaryDecoder decoder, long afterPart)
      throws SQLException, CorruptSegmentException {
    long last = afterPart;
    Inflation inflation = new Inflation();
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT id, raw_bytes, data FROM dictionary WHERE id > ? ORDER BY id")) {
      statement.setLong(1, afterPart);
      try (ResultSet result = statement.executeQuery()) {
        while (result.next()) {
          last = result.getLong(1);
          byte[] deflated = result.getBytes(3);
          if (deflated == null) {
            throw new CorruptSegmentException("part " + last + " of the dictionary is empty");
          }
          decoder.append(inflation.inflate(deflated, result.getLong(2)));
        }
      }
    } finally {
      inflation.end();
    }
    return last;
  }

  /** When a series had windows. */
  public record SeriesTime(int series, long firstStartUnixNanos, long lastStartUnixNanos) {}

  /** Of all series that have windows. */
  public List<SeriesTime> seriesTimes() throws SQLException {
    List<SeriesTime> times = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery(
                "SELECT series, min(start_unix_nanos), max(start_unix_nanos) FROM window"
                    + " GROUP BY series")) {
      while (result.next()) {
        times.add(new SeriesTime(result.getInt(1), result.getLong(2), result.getLong(3)));
      }
    }
    return times;
  }

  SegmentBounds bounds() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery(
                "SELECT count(*), coalesce(min(start_unix_nanos), 0),"
                    + " coalesce(max(start_unix_nanos), 0),"
                    + " coalesce(max(start_unix_nanos + covered_nanos), 0) FROM window")) {
      return new SegmentBounds(
          result.getLong(1), result.getLong(2), result.getLong(3), result.getLong(4));
    }
  }

  /** What tells whether two queries over a range see the same windows of this file. */
  public record Fingerprint(long windows, long idSum) {}

  public Fingerprint fingerprint(long fromUnixNanos, long untilUnixNanos) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT count(*), coalesce(sum(id), 0) FROM window"
                + " WHERE start_unix_nanos >= ? AND start_unix_nanos < ?")) {
      statement.setLong(1, fromUnixNanos);
      statement.setLong(2, untilUnixNanos);
      try (ResultSet result = statement.executeQuery()) {
        return new Fingerprint(result.getLong(1), result.getLong(2));
      }
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
