package dev.plumbline.store.segment;

import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileType.Accumulation;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Sample;
import dev.plumbline.store.dictionary.BlobWriter;
import dev.plumbline.store.dictionary.DictionaryWriter;
import dev.plumbline.store.segment.SeriesType.CpuSamples;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.zip.Deflater;

/**
 * Writes windows into one file, each in one transaction with what is new in the dictionary, so that
 * after kill -9 the file holds whole windows only. Nothing is forced to disk but by the log's
 * checkpoints: a power loss may cost the last windows, never the file.
 *
 * <p>Confined to the writer's thread.
 */
public final class SegmentWriter implements AutoCloseable {
  private static final Logger logger = Logger.getLogger(SegmentWriter.class.getName());

  /** Beyond this a double, and so the page, would not hold a profile's total exactly. */
  private static final long MAX_TOTAL = 1L << 53;

  /** Pages that a transaction writes beside its content, about; and when the log is emptied. */
  private static final long TRANSACTION_BYTES = 24 << 10;

  private static final long CHECKPOINT_BYTES = 1 << 20;

  private static final long SNAPSHOT_NANOS = 1_000_000_000;
  private static final long DEFAULT_SNAPSHOT_COVER_NANOS = 10_000_000_000L;
  private static final long MAX_SNAPSHOT_COVER_NANOS = 300_000_000_000L;

  private final Connection connection;
  private final PreparedStatement insertPart;
  private final PreparedStatement insertSeries;
  private final PreparedStatement insertWindow;
  private final PreparedStatement insertSamples;
  private final DictionaryWriter dictionary = new DictionaryWriter();
  private final Map<SeriesKey, Integer> seriesIds = new HashMap<>();
  private final List<SeriesKey> pendingSeries = new ArrayList<>();
  private final Map<Integer, Long> snapshotStarts = new HashMap<>();
  private final SampleBlob samples = new SampleBlob();
  private final Deflater deflater = new Deflater(Deflater.BEST_SPEED);
  private long windowCount;
  private long outOfRange;
  private long logBytes;

  private SegmentWriter(Connection connection) throws SQLException {
    this.connection = connection;
    this.insertPart =
        connection.prepareStatement("INSERT INTO dictionary(raw_bytes, data) VALUES(?, ?)");
    this.insertSeries =
        connection.prepareStatement("INSERT INTO series VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
    this.insertWindow = connection.prepareStatement("INSERT INTO window VALUES(?,?,?,?,?,?)");
    this.insertSamples = connection.prepareStatement("INSERT INTO samples VALUES(?,?)");
  }

  /** Makes the file. */
  public static SegmentWriter create(Path path) throws SQLException {
    Connection connection = SegmentSchema.write("jdbc:sqlite:" + path);
    try {
      SegmentSchema.create(connection);
      return new SegmentWriter(connection);
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** Profiles written so far; the next one gets the next number. */
  public long windowCount() {
    return windowCount;
  }

  /** Roughly the heap that this holds, in bytes. */
  public long heapBytes() {
    return dictionary.heapBytes() + 400L * seriesIds.size();
  }

  /**
   * Samples that were left out because the profile's total would be beyond 2⁵³, since the file was
   * made.
   */
  public long outOfRange() {
    return outOfRange;
  }

  /**
   * Writes the window, wholly or not at all.
   *
   * @throws SQLException if it is not written; a later window may be
   */
  public void append(ProfileWindow window) throws SQLException {
    long first = windowCount + 1;
    long outOfRangeBefore = outOfRange;
    try {
      long id = first;
      for (Profile profile : window.profiles()) {
        insert(id++, profile, window);
      }
      insertPendingSeries();
      insertPendingPart();
      connection.commit();
      dictionary.committed();
      pendingSeries.clear();
      windowCount = id - 1;
    } catch (SQLException | RuntimeException | OutOfMemoryError e) {
      outOfRange = outOfRangeBefore;
      rollBack(e);
      throw e;
    }
    logBytes += TRANSACTION_BYTES;
    if (logBytes >= CHECKPOINT_BYTES) {
      checkpoint();
    }
  }

  /** Brings the log into the database. Where there is no room for that the log stays for now. */
  private void checkpoint() {
    logBytes = 0;
    try {
      connection.setAutoCommit(true);
      try (Statement statement = connection.createStatement()) {
        statement.execute("PRAGMA wal_checkpoint(PASSIVE)");
      } finally {
        connection.setAutoCommit(false);
      }
    } catch (SQLException e) {
      logger.log(Level.FINE, "store: the log stays for now", e);
    }
  }

  private void rollBack(Throwable cause) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }

  private void insert(long id, Profile profile, ProfileWindow window) throws SQLException {
    SeriesType type = SeriesType.of(profile.type(), cpuSamples(profile, window));
    int series = series(profile, type);
    samples.clear();
    long left = MAX_TOTAL / type.factor();
    for (Sample sample : profile.samples()) {
      long magnitude = Math.abs(sample.value());
      if (magnitude >= 0 && magnitude <= left) {
        left -= magnitude;
        int node = dictionary.node(sample.stackTrace());
        samples.add(
            node, dictionary.attributes(sample.attributes()), sample.value(), sample.link());
      } else {
        outOfRange++;
      }
    }
    insertWindow.setLong(1, id);
    insertWindow.setInt(2, series);
    insertWindow.setLong(3, profile.startUnixNanos());
    insertWindow.setLong(4, coveredNanos(profile, series));
    insertWindow.setLong(5, samples.total());
    insertWindow.setInt(6, samples.count());
    insertWindow.executeUpdate();
    byte[] blob = samples.toByteArray();
    logBytes += blob.length;
    insertSamples.setLong(1, id);
    insertSamples.setBytes(2, blob);
    insertSamples.executeUpdate();
  }

  private static CpuSamples cpuSamples(Profile profile, ProfileWindow window) {
    if (!SeriesType.isCpuSamples(profile.type())) {
      return CpuSamples.ARE_COUNTS;
    }
    for (Profile other : window.profiles()) {
      if (SeriesType.isCpuTime(other.type())
          && other.startUnixNanos() == profile.startUnixNanos()
          && other.resource().equals(profile.resource())) {
        return CpuSamples.ARE_COUNTS;
      }
    }
    return CpuSamples.ARE_TIME;
  }

  /** A state that was read at one moment speaks for the time since the reading before. */
  private long coveredNanos(Profile profile, int series) {
    long duration = profile.durationNanos();
    if (profile.type().accumulation() == Accumulation.FLOW || duration >= SNAPSHOT_NANOS) {
      return duration;
    }
    Long previous = snapshotStarts.put(series, profile.startUnixNanos());
    if (previous == null) {
      return DEFAULT_SNAPSHOT_COVER_NANOS;
    }
    long distance = profile.startUnixNanos() - previous;
    return Math.max(SNAPSHOT_NANOS, Math.min(MAX_SNAPSHOT_COVER_NANOS, distance));
  }

  private int series(Profile profile, SeriesType type) {
    SeriesKey key =
        new SeriesKey(
            profile.resource().attributes(),
            profile.attributes(),
            profile.resource().serviceName(),
            profile.scope().name(),
            profile.scope().version(),
            profile.type(),
            type);
    Integer known = seriesIds.get(key);
    if (known != null) {
      return known;
    }
    int id = seriesIds.size();
    seriesIds.put(key, id);
    pendingSeries.add(key);
    return id;
  }

  private void insertPendingSeries() throws SQLException {
    for (SeriesKey key : pendingSeries) {
      ProfileType type = key.type();
      int column = 0;
      insertSeries.setInt(++column, seriesIds.getOrDefault(key, 0));
      insertSeries.setString(++column, key.service());
      insertSeries.setString(++column, key.seriesType().id());
      insertSeries.setLong(++column, key.seriesType().factor());
      insertSeries.setString(++column, type.type());
      insertSeries.setString(++column, type.unit());
      insertSeries.setString(++column, type.periodType());
      insertSeries.setString(++column, type.periodUnit());
      insertSeries.setLong(++column, type.period());
      insertSeries.setString(++column, type.accumulation().name());
      insertSeries.setInt(++column, dictionary.attributes(key.resource()));
      insertSeries.setInt(++column, dictionary.attributes(key.attributes()));
      insertSeries.setString(++column, key.scopeName());
      insertSeries.setString(++column, key.scopeVersion());
      insertSeries.executeUpdate();
    }
  }

  private void insertPendingPart() throws SQLException {
    if (dictionary.isCommitted()) {
      return;
    }
    byte[] part = dictionary.pendingPart();
    deflater.reset();
    deflater.setInput(part);
    deflater.finish();
    BlobWriter deflated = new BlobWriter();
    byte[] buffer = new byte[8 << 10];
    while (!deflater.finished()) {
      deflated.append(buffer, deflater.deflate(buffer));
    }
    logBytes += deflated.length();
    insertPart.setInt(1, part.length);
    insertPart.setBytes(2, deflated.toByteArray());
    insertPart.executeUpdate();
  }

  /**
   * Closes the file; what was written stays readable. The log is brought in before: closing does
   * that with the file locked, and readers would wait for the disk. Idempotent.
   */
  @Override
  public void close() throws SQLException {
    deflater.end();
    if (!connection.isClosed()) {
      checkpoint();
      connection.close();
    }
  }

  private record SeriesKey(
      Attributes resource,
      Attributes attributes,
      String service,
      String scopeName,
      String scopeVersion,
      ProfileType type,
      SeriesType seriesType) {}
}
