package dev.plumbline.cpu;

import dev.plumbline.kernel.unwind.EndReason;
import dev.plumbline.kernel.unwind.SampleRecord;
import dev.plumbline.process.HostSample;
import dev.plumbline.process.ProcessImage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Samples of one interval, equal ones counted together: same process, thread, name, stack and
 * reason of its end. Open addressing over primitives; no object a sample. Bounded in rows and
 * words; what is over is counted. Filled by one thread, then read by another.
 */
final class CpuSampleTable {
  /** Most rows of one interval. */
  static final int MAX_ROWS = 1 << 16;

  /** Most words of all stacks of one interval: 16 MB. */
  static final int MAX_WORDS = 1 << 21;

  /** Numbers of a row: {@code tgid, tid, end, kernelWords, userWords, firstWord}. */
  private static final int INTS = 6;

  /** Numbers of a row: {@code hash, start, cgroup, commLow, commHigh, count}. */
  private static final int LONGS = 6;

  private static final int COUNT = 5;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private int[] slots = new int[1024];
  private int[] ints = new int[512 * INTS];
  private long[] longs = new long[512 * LONGS];
  private long[] words = new long[16 << 10];
  private @Nullable ProcessImage[] processes = new ProcessImage[512];
  private int rows;
  private int usedWords;
  private long samples;
  private long overflow;

  /**
   * Counts a sample.
   *
   * @param tid its thread, or 0 where threads of a process are not told apart
   * @param weight how often it counts
   */
  void add(HostSample sample, int tid, int weight) {
    SampleRecord record = sample.record();
    long hash = hash(sample, record, tid);
    int mask = slots.length - 1;
    int slot = (int) (hash >>> 32) & mask;
    while (slots[slot] != 0) {
      int row = slots[slot] - 1;
      if (longs[row * LONGS] == hash && isEqual(row, sample, record, tid)) {
        longs[row * LONGS + COUNT] += weight;
        processes[row] = sample.process();
        samples += weight;
        return;
      }
      slot = (slot + 1) & mask;
    }
    int stackWords = record.kernelWords() + sample.userWords();
    if (rows == MAX_ROWS || usedWords + stackWords > MAX_WORDS) {
      overflow += weight;
      return;
    }
    samples += weight;
    slots[slot] = rows + 1;
    append(sample, record, tid, hash, stackWords);
    longs[(rows - 1) * LONGS + COUNT] = weight;
    if (rows * 2 > slots.length) {
      rehash();
    }
  }

  private static long hash(HostSample sample, SampleRecord record, int tid) {
    long hash = (record.tgid() * MIX) ^ tid;
    hash = (hash ^ record.startNanos()) * MIX;
    hash = (hash ^ record.commLow()) * MIX;
    hash = (hash ^ record.commHigh()) * MIX;
    for (int i = 0, count = record.kernelWords(); i < count; i++) {
      hash = (hash ^ record.kernelWord(i)) * MIX;
      hash ^= hash >>> 29;
    }
    for (int i = 0, count = sample.userWords(); i < count; i++) {
      hash = (hash ^ sample.userWord(i)) * MIX;
      hash ^= hash >>> 29;
    }
    return hash;
  }

  private boolean isEqual(int row, HostSample sample, SampleRecord record, int tid) {
    int at = row * INTS;
    int longAt = row * LONGS;
    if (ints[at] != record.tgid()
        || ints[at + 1] != tid
        || ints[at + 2] != sample.endReason().number()
        || ints[at + 3] != record.kernelWords()
        || ints[at + 4] != sample.userWords()
        || longs[longAt + 1] != record.startNanos()
        || longs[longAt + 2] != record.cgroupId()
        || longs[longAt + 3] != record.commLow()
        || longs[longAt + 4] != record.commHigh()) {
      return false;
    }
    int word = ints[at + 5];
    for (int i = 0, count = record.kernelWords(); i < count; i++) {
      if (words[word++] != record.kernelWord(i)) {
        return false;
      }
    }
    for (int i = 0, count = sample.userWords(); i < count; i++) {
      if (words[word++] != sample.userWord(i)) {
        return false;
      }
    }
    return true;
  }

  private void append(HostSample sample, SampleRecord record, int tid, long hash, int stackWords) {
    if (rows * INTS == ints.length) {
      ints = Arrays.copyOf(ints, ints.length * 2);
      longs = Arrays.copyOf(longs, longs.length * 2);
      processes = Arrays.copyOf(processes, processes.length * 2);
    }
    while (usedWords + stackWords > words.length) {
      words = Arrays.copyOf(words, words.length * 2);
    }
    int at = rows * INTS;
    ints[at] = record.tgid();
    ints[at + 1] = tid;
    ints[at + 2] = sample.endReason().number();
    ints[at + 3] = record.kernelWords();
    ints[at + 4] = sample.userWords();
    ints[at + 5] = usedWords;
    int longAt = rows * LONGS;
    longs[longAt] = hash;
    longs[longAt + 1] = record.startNanos();
    longs[longAt + 2] = record.cgroupId();
    longs[longAt + 3] = record.commLow();
    longs[longAt + 4] = record.commHigh();
    processes[rows] = sample.process();
    for (int i = 0, count = record.kernelWords(); i < count; i++) {
      words[usedWords++] = record.kernelWord(i);
    }
    for (int i = 0, count = sample.userWords(); i < count; i++) {
      words[usedWords++] = sample.userWord(i);
    }
    rows++;
  }

  private void rehash() {
    int[] larger = new int[slots.length * 2];
    int mask = larger.length - 1;
    for (int row = 0; row < rows; row++) {
      int slot = (int) (longs[row * LONGS] >>> 32) & mask;
      while (larger[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      larger[slot] = row + 1;
    }
    slots = larger;
  }

  /** Empties the table and keeps its memory. */
  void clear() {
    Arrays.fill(slots, 0);
    Arrays.fill(processes, 0, rows, null);
    rows = 0;
    usedWords = 0;
    samples = 0;
    overflow = 0;
  }

  int rows() {
    return rows;
  }

  /** Samples in the rows. */
  long samples() {
    return samples;
  }

  /** Samples for which there was no room. */
  long overflow() {
    return overflow;
  }

  /** As of the row's last sample; null if it could not be found out. */
  @Nullable ProcessImage process(int row) {
    return processes[row];
  }

  int tgid(int row) {
    return ints[row * INTS];
  }

  /** 0 where threads are not told apart. */
  int tid(int row) {
    return ints[row * INTS + 1];
  }

  EndReason endReason(int row) {
    return EndReason.of(ints[row * INTS + 2]);
  }

  int kernelWords(int row) {
    return ints[row * INTS + 3];
  }

  int userWords(int row) {
    return ints[row * INTS + 4];
  }

  long kernelWord(int row, int index) {
    return words[ints[row * INTS + 5] + index];
  }

  long userWord(int row, int index) {
    return words[ints[row * INTS + 5] + kernelWords(row) + index];
  }

  long startNanos(int row) {
    return longs[row * LONGS + 1];
  }

  long cgroupId(int row) {
    return longs[row * LONGS + 2];
  }

  /** The two halves of the thread's name, as a key. */
  long commLow(int row) {
    return longs[row * LONGS + 3];
  }

  long commHigh(int row) {
    return longs[row * LONGS + 4];
  }

  String comm(int row) {
    byte[] name = new byte[16];
    ByteBuffer.wrap(name)
        .order(ByteOrder.nativeOrder())
        .putLong(0, commLow(row))
        .putLong(8, commHigh(row));
    int length = 0;
    while (length < name.length && name[length] != 0) {
      length++;
    }
    return new String(name, 0, length, StandardCharsets.UTF_8);
  }

  /** Samples of a row. */
  long count(int row) {
    return longs[row * LONGS + COUNT];
  }
}
