package dev.plumbline.unwind;

import dev.plumbline.kernel.elf.MappedReading;
import dev.plumbline.kernel.unwind.UnwindTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Tables on disk by build id, so that a start need not parse the host's executables again. A file
 * is written aside and renamed; one that does not check is deleted, counted and built anew. When
 * the directory grows beyond its limit, the tables unused for longest go. Thread-safe.
 *
 * <pre>
 *  0 magic         u64  "PLUMBTAB"
 *  8 version       u32  of the format and of the rules that made the rows
 * 12 checksum      u32  CRC-32C of everything behind
 * 16 base address  u64
 * 24 index         u32
 * 28 rows          u32
 * 32 skipped       u32
 * 36 unused        u32
 * 40 words         u64 x n
 * </pre>
 */
public final class TableCache {
  private static final long MAGIC = 0x4241_5442_4d55_4c50L;
  private static final int HEADER_BYTES = 40;
  private static final int CHECKED_FROM = 16;
  private static final int MAX_TABLE_BYTES = 256 << 20;
  private static final int WRITTEN_WORDS = 1 << 13;
  private static final String SUFFIX = ".table";

  private final Path directory;
  private final long maxBytes;
  private final Clock clock;
  private final AtomicLong corrupt = new AtomicLong();
  private final AtomicLong hits = new AtomicLong();
  private final AtomicLong unwritten = new AtomicLong();

  /** At most so many; negative before the first look at the directory. */
  private final AtomicLong storedBytes = new AtomicLong(-1);

  /** Uses a directory, which is made when the first table is stored. */
  public TableCache(Path directory, long maxBytes, Clock clock) {
    this.directory = directory;
    this.maxBytes = maxBytes;
    this.clock = clock;
  }

  /** Files that did not check and were deleted. */
  public long corrupt() {
    return corrupt.get();
  }

  /** Tables that were found. */
  public long hits() {
    return hits.get();
  }

  /** Tables that could not be stored. */
  public long unwritten() {
    return unwritten.get();
  }

  private Path path(String buildId, long fileBytes) {
    if (!buildId.matches("[0-9a-f]{2,128}")) {
      throw new IllegalArgumentException("build id " + buildId);
    }
    return directory.resolve(buildId + '-' + Long.toHexString(fileBytes) + SUFFIX);
  }

  /** The stored table of a file, mapped and not copied; null when there is none. */
  public @Nullable FileTable load(String buildId, long fileBytes) {
    Path path = path(buildId, fileBytes);
    if (!Files.isRegularFile(path)) {
      return null;
    }
    try {
      FileTable table = read(path);
      hits.incrementAndGet();
      Files.setLastModifiedTime(path, FileTime.from(clock.instant()));
      return table;
    } catch (IOException | RuntimeException e) {
      corrupt.incrementAndGet();
      delete(path);
      return null;
    }
  }

  private static FileTable read(Path path) throws IOException {
    ByteBuffer bytes;
    int checksum;
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      long size = channel.size();
      if (size < HEADER_BYTES || size > MAX_TABLE_BYTES || size % 8 != 0) {
        throw new UnwindFormatException(path + " has " + size + " bytes");
      }
      checksum = checksum(channel);
      bytes = channel.map(MapMode.READ_ONLY, 0, size).order(ByteOrder.LITTLE_ENDIAN);
    }
    return MappedReading.of(() -> table(path, bytes, checksum));
  }

  private static FileTable table(Path path, ByteBuffer bytes, int checksum) throws IOException {
    if (bytes.getLong(0) != MAGIC || bytes.getInt(8) != FileTables.VERSION) {
      throw new UnwindFormatException(path + " is of another version");
    }
    if (checksum != bytes.getInt(12)) {
      throw new UnwindFormatException(path + " does not match its checksum");
    }
    ByteBuffer words =
        bytes.slice(HEADER_BYTES, bytes.capacity() - HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    UnwindTable table =
        UnwindTable.restore(words.asLongBuffer(), bytes.getInt(24), bytes.getInt(28));
    return new FileTable(table, bytes.getLong(16), bytes.getInt(32));
  }

  /** Reads and not maps: a checksum of mapped bytes that are gone would end the JVM. */
  private static int checksum(FileChannel channel) throws IOException {
    CRC32C checksum = new CRC32C();
    ByteBuffer part = ByteBuffer.allocate(1 << 16);
    channel.position(CHECKED_FROM);
    while (channel.read(part.clear()) > 0) {
      checksum.update(part.flip());
    }
    return (int) checksum.getValue();
  }

  /**
   * Stores a table and closes it; returns it as stored, or the given one, open, when it could not
   * be.
   */
  public FileTable store(String buildId, long fileBytes, FileTable table) {
    Path path = path(buildId, fileBytes);
    // Another profiler may store the same table: each has a name of its own for it.
    Path aside =
        directory.resolve(path.getFileName() + "." + ProcessHandle.current().pid() + ".new");
    try {
      Files.createDirectories(directory);
      write(aside, table);
      Files.move(aside, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      FileTable stored = read(path);
      makeRoom(path);
      table.table().close();
      return stored;
    } catch (IOException | RuntimeException e) {
      unwritten.incrementAndGet();
      delete(aside);
      return table;
    }
  }

  private static void write(Path path, FileTable table) throws IOException {
    UnwindTable image = table.table();
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    header.putLong(0, MAGIC).putInt(8, FileTables.VERSION).putLong(16, table.baseAddress());
    header.putInt(24, image.index()).putInt(28, image.rowCount());
    header.putInt(32, table.skippedRecords());
    CRC32C checksum = new CRC32C();
    checksum.update(header.duplicate().position(CHECKED_FROM));
    try (FileChannel channel =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      channel.position(HEADER_BYTES);
      ByteBuffer part = ByteBuffer.allocate(WRITTEN_WORDS * 8).order(ByteOrder.LITTLE_ENDIAN);
      int words = image.chunkCount() * UnwindTable.WORDS_PER_CHUNK;
      for (int from = 0; from < words; from += WRITTEN_WORDS) {
        int count = Math.min(WRITTEN_WORDS, words - from);
        image.copy(from, count, part);
        checksum.update(part.clear().limit(count * 8).duplicate());
        writeAll(channel, part);
      }
      header.putInt(12, (int) checksum.getValue());
      writeAll(channel.position(0), header);
    }
  }

  private static void writeAll(FileChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  private record Stored(Path path, long bytes, FileTime used) {}

  /** Looks at the directory only when it may have grown beyond its limit. */
  private void makeRoom(Path stored) throws IOException {
    long before = storedBytes.get();
    if (before < 0 || storedBytes.addAndGet(Files.size(stored)) > maxBytes) {
      storedBytes.set(removeOldest(stored));
    }
  }

  /** Returns the size of what remains. */
  private long removeOldest(Path kept) throws IOException {
    List<Stored> stored = new ArrayList<>();
    long bytes = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.{table,new}")) {
      for (Path file : files) {
        Stored one = new Stored(file, Files.size(file), Files.getLastModifiedTime(file));
        bytes += one.bytes();
        stored.add(one);
      }
    }
    stored.sort(Comparator.comparing(Stored::used));
    for (Stored oldest : stored) {
      if (bytes > maxBytes && !oldest.path().equals(kept)) {
        delete(oldest.path());
        bytes -= oldest.bytes();
      }
    }
    return bytes;
  }

  private static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException ignored) {
      // it stays, and will not check the next time either
    }
  }
}
