package dev.plumbline.profilefile;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which files were taken, in memory and in a file: a line for each, {@code outcome hash bytes
 * seconds.nanos inode path}, inode and path percent-encoded. Another file takes its place at each
 * change, so that a crash leaves the one before. Confined to its loop.
 */
final class Checkpoint {
  private static final String HEAD = "plumbline-checkpoint 1";
  private static final int MAX_BYTES = 64 << 20;

  private final Path file;
  private final Map<Path, TakenFile> taken = new LinkedHashMap<>();
  private boolean isChanged;

  private Checkpoint(Path file) {
    this.file = file;
  }

  /**
   * Reads what is there; nothing is there before the first time.
   *
   * @throws IOException if it cannot be read, so that nothing is taken twice without a word
   */
  static Checkpoint open(Path file) throws IOException {
    Checkpoint checkpoint = new Checkpoint(file);
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new IOException("checkpoint " + file + " has more than " + MAX_BYTES + " bytes");
      }
      checkpoint.read();
    } catch (NoSuchFileException ignored) {
      // The first time.
    }
    return checkpoint;
  }

  private void read() throws IOException {
    boolean isHead = true;
    for (String line : Files.readAllLines(file, UTF_8)) {
      if (isHead && !line.equals(HEAD)) {
        throw new IOException(
            "checkpoint " + file + " begins \"" + line + "\", expected \"" + HEAD + "\"");
      }
      if (!isHead) {
        read(line);
      }
      isHead = false;
    }
  }

  private void read(String line) throws IOException {
    String[] words = line.split(" ", -1);
    try {
      String[] time = words[3].split("\\.", -1);
      FileStamp stamp =
          new FileStamp(
              URLDecoder.decode(words[4], UTF_8),
              Long.parseLong(words[2]),
              Instant.ofEpochSecond(Long.parseLong(time[0]), Long.parseLong(time[1])));
      taken.put(
          Path.of(URLDecoder.decode(words[5], UTF_8)),
          new TakenFile(stamp, words[1], TakenFile.Outcome.valueOf(words[0])));
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      throw new IOException("checkpoint " + file + " has the line \"" + line + "\"", e);
    }
  }

  /** Null for a file that was never read. */
  @Nullable TakenFile at(Path path) {
    return taken.get(path);
  }

  /**
   * A file with that inode, size and time, wherever it was; null if there was none.
   *
   * @param path where it is now, which is most often where it was
   */
  @Nullable TakenFile withStamp(Path path, FileStamp stamp) {
    TakenFile here = taken.get(path);
    if (here != null && here.stamp().equals(stamp)) {
      return here;
    }
    for (TakenFile each : taken.values()) {
      if (each.stamp().equals(stamp)) {
        return each;
      }
    }
    return null;
  }

  void put(Path path, TakenFile file) {
    isChanged |= !file.equals(taken.put(path, file));
  }

  /** Forgets one that is there no more. */
  void remove(Path path) {
    isChanged |= taken.remove(path) != null;
  }

  /** Forgets all but these, which are those that are there. */
  void retain(Set<Path> paths) {
    isChanged |= taken.keySet().retainAll(paths);
  }

  /** Brings it to the disk if it has changed. */
  void save() throws IOException {
    if (!isChanged) {
      return;
    }
    StringBuilder text = new StringBuilder(HEAD).append('\n');
    taken.forEach((path, each) -> append(text, path, each));
    Path next = file.resolveSibling(file.getFileName() + ".new");
    try (FileChannel channel =
        FileChannel.open(
            next,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    isChanged = false;
  }

  private static void append(StringBuilder text, Path path, TakenFile each) {
    FileStamp stamp = each.stamp();
    Instant modified = stamp.modified();
    text.append(each.outcome())
        .append(' ')
        .append(each.hash())
        .append(' ')
        .append(stamp.bytes())
        .append(' ')
        .append(modified.getEpochSecond())
        .append('.')
        .append(modified.getNano())
        .append(' ')
        .append(URLEncoder.encode(stamp.inode(), UTF_8))
        .append(' ')
        .append(URLEncoder.encode(path.toString(), UTF_8))
        .append('\n');
  }
}
