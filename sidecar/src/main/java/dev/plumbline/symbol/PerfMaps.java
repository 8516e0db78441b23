package dev.plumbline.symbol;

import dev.plumbline.kernel.LivingThread;
import dev.plumbline.profile.Frame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The perf maps of processes: {@code /tmp/perf-PID.map} in the process's root directory, with the
 * id that the process has in its own namespace. A map is looked at again at most once a second when
 * an address is not in it, and only what was added is read. Confined to one thread, which is not
 * the one that drains samples.
 */
public final class PerfMaps {
  /** Time between two looks at a file. */
  private static final long LOOK_NANOS = 1_000_000_000L;

  /** Of the beginning and the end of what was read, which tell whether a file was begun anew. */
  private static final int REMEMBERED_BYTES = 1 << 10;

  /** Most bytes of a file that are read. */
  static final long MAX_FILE_BYTES = 32L << 20;

  /** Most processes whose maps are held; the one that was not asked for longest goes first. */
  private static final int MAX_MAPS = 64;

  /** Of all maps but the one that is in use: an eighth of the heap, whatever that is. */
  private static final long MAX_HEAP_BYTES = Runtime.getRuntime().maxMemory() / 8;

  private static final class Entry {
    final long startTicks;
    PerfMap map = new PerfMap();
    long readBytes;
    byte[] head = {};
    byte[] tail = {};
    boolean isCut;
    boolean isRefused;
    long lookedNanos;
    long usedNanos;

    Entry(long startTicks) {
      this.startTicks = startTicks;
    }
  }

  private final Path proc;
  private final SymbolCounts counts;
  private final LongSupplier nanoTime;
  private final long maxHeapBytes;
  private final Map<Integer, Entry> entries = new HashMap<>();

  /**
   * @param proc {@code /proc} but for tests
   * @param nanoTime a monotonic clock in nanoseconds
   */
  public PerfMaps(Path proc, SymbolCounts counts, LongSupplier nanoTime) {
    this(proc, counts, nanoTime, MAX_HEAP_BYTES);
  }

  /**
   * @param maxHeapBytes of all maps but the one that is in use
   */
  PerfMaps(Path proc, SymbolCounts counts, LongSupplier nanoTime, long maxHeapBytes) {
    this.maxHeapBytes = maxHeapBytes;
    this.proc = proc;
    this.counts = counts;
    this.nanoTime = nanoTime;
  }

  /**
   * The frame of an address in memory without a file, or null.
   *
   * @param startTicks start of the process, which tells it from later ones with its id
   */
  public @Nullable Frame frame(int pid, long startTicks, long address) {
    Entry entry = entries.get(pid);
    if (entry == null || entry.startTicks != startTicks) {
      makeRoom();
      entry = new Entry(startTicks);
      entry.lookedNanos = nanoTime.getAsLong() - LOOK_NANOS;
      entries.put(pid, entry);
    }
    long now = nanoTime.getAsLong();
    entry.usedNanos = now;
    Frame frame = entry.map.find(address);
    if (frame == null && now - entry.lookedNanos >= LOOK_NANOS) {
      entry.lookedNanos = now;
      look(pid, entry);
      frame = entry.map.find(address);
    }
    return frame;
  }

  private void makeRoom() {
    if (entries.size() >= MAX_MAPS) {
      dropOldest(null);
    }
  }

  /** Maps are read again when their processes are seen again. */
  private void dropOver(Entry inUse) {
    long bytes = entries.values().stream().mapToLong(entry -> entry.map.heapBytes()).sum();
    while (bytes > maxHeapBytes && entries.size() > 1) {
      bytes -= dropOldest(inUse);
      counts.increment(SymbolCount.PERF_MAPS_DROPPED);
    }
  }

  /** The one that was not asked for longest, but never that one; its heap in bytes. */
  private long dropOldest(@Nullable Entry inUse) {
    int oldest = -1;
    long oldestNanos = Long.MAX_VALUE;
    for (Map.Entry<Integer, Entry> entry : entries.entrySet()) {
      if (entry.getValue() != inUse && entry.getValue().usedNanos < oldestNanos) {
        oldest = entry.getKey();
        oldestNanos = entry.getValue().usedNanos;
      }
    }
    Entry dropped = entries.remove(oldest);
    return dropped == null ? 0 : dropped.map.heapBytes();
  }

  /** Forgets a process that has gone. */
  public void forget(int pid) {
    entries.remove(pid);
  }

  private void look(int pid, Entry entry) {
    Path leader = proc.resolve(Integer.toString(pid));
    Path process =
        Files.exists(leader.resolve("root"))
            ? leader
            : proc.resolve(Integer.toString(LivingThread.of(proc, pid)));
    Path file = process.resolve("root/tmp/perf-" + namespacePid(leader, pid) + ".map");
    try {
      if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        return;
      }
      if (!isOfUser(process, file)) {
        if (!entry.isRefused) {
          counts.increment(SymbolCount.PERF_MAPS_REFUSED);
        }
        entry.isRefused = true;
        return;
      }
      readAdded(file, entry);
      dropOver(entry);
    } catch (IOException | UnsupportedOperationException ignored) {
      // the process has gone, or the file: its frames stay without names
    }
  }

  /** Anyone can write into /tmp: only the user of the process may describe its code. */
  private static boolean isOfUser(Path process, Path file) throws IOException {
    Object owner = Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    Object user = Files.getAttribute(process, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    boolean isRegular = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    return isRegular && (owner.equals(user) || owner.equals(0));
  }

  private void readAdded(Path file, Entry entry) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      long size = channel.size();
      if (size < entry.readBytes || !isContinued(channel, entry)) { // it was begun anew
        entry.map = new PerfMap();
        entry.readBytes = 0;
        entry.isCut = false;
      }
      long limit = Math.min(size, MAX_FILE_BYTES);
      if (size > MAX_FILE_BYTES) {
        cut(entry);
      }
      ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
      while (entry.readBytes < limit && !entry.isCut) {
        buffer.clear();
        if (channel.read(buffer, entry.readBytes) <= 0) {
          break;
        }
        int taken = take(buffer.array(), buffer.position(), entry);
        if (taken == 0) {
          break; // the last line is not complete yet, or never ends
        }
        entry.readBytes += taken;
      }
      remember(channel, entry);
    }
  }

  /** One that grew and one that was written anew have new times alike: what was read tells them. */
  private static boolean isContinued(FileChannel channel, Entry entry) throws IOException {
    return Arrays.equals(entry.head, bytes(channel, 0, entry.head.length))
        && Arrays.equals(
            entry.tail, bytes(channel, entry.readBytes - entry.tail.length, entry.tail.length));
  }

  private static void remember(FileChannel channel, Entry entry) throws IOException {
    int length = (int) Math.min(entry.readBytes, REMEMBERED_BYTES);
    entry.head = bytes(channel, 0, length);
    entry.tail = bytes(channel, entry.readBytes - length, length);
  }

  private static byte[] bytes(FileChannel channel, long at, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining() && channel.read(bytes, at + bytes.position()) > 0) {
      // more may come
    }
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  /** Adds complete lines; the number of bytes that they took. */
  private int take(byte[] bytes, int length, Entry entry) {
    int start = 0;
    for (int at = 0; at < length; at++) {
      if (bytes[at] == '\n') {
        if (!entry.map.add(bytes, start, at)) {
          cut(entry);
        }
        start = at + 1;
      }
    }
    return start;
  }

  private void cut(Entry entry) {
    if (!entry.isCut) {
      counts.increment(SymbolCount.PERF_MAPS_CUT);
      entry.isCut = true;
    }
  }

  /** The id of a process in the innermost of its namespaces, by its status. */
  private static int namespacePid(Path process, int pid) {
    try {
      for (String line :
          Files.readString(process.resolve("status"), StandardCharsets.ISO_8859_1)
              .split("\n", 200)) {
        if (line.startsWith("NSpid:")) {
          String[] ids = line.trim().split("\\s+", 40);
          return Integer.parseInt(ids[ids.length - 1]);
        }
      }
    } catch (IOException | NumberFormatException ignored) {
      // the process has gone
    }
    return pid;
  }
}
