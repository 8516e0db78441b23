package dev.plumbline.cpu;

import dev.plumbline.kernel.unwind.EndReason;
import dev.plumbline.kernel.unwind.SampleRecord;
import dev.plumbline.process.HostSample;
import dev.plumbline.process.ProcessImage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Samples of one interval, equal ones counted together: same process, thread, name, stack and
 * reason of its end. Open addressing over primitives; no object a sample. Bounded in rows and
 * words; what is over is counted. Filled by one thread, then read by another.
 */
final class CpuSampleTable {
  /** Most rows of one interval. */
  static final int MAX_ROWS = 1 << 16;

  /** Bytes of all stacks of one interval, less where the heap is small: there are two tables. */
  private static final long MAX_BYTES = Math.min(16L << 20, Runtime.getRuntime().maxMemory() / 8);

  /** Words lie in pieces of that many, since one array that grows would be there twice. */
  private static final int PIECE_BITS = 14;

  private static final int PIECE_WORDS = 1 << PIECE_BITS;
  private static final int MAX_PIECES = (int) Math.max(4, MAX_BYTES / (PIECE_WORDS * 8L));

  /** Numbers of a row: {@code tgid, tid, end, kernelWords, userWords, firstWord}. */
  private static final int INTS = 6;

  /** Numbers of a row: {@code hash, start, cgroup, commLow, commHigh, count}. */
  private static final int LONGS = 6;

  private static final int COUNT = 5;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final long[] stack = new long[SampleRecord.MAX_WORDS];
  private int[] slots = new int[1024];
  private int[] ints = new int[512 * INTS];
  private long[] longs = new long[512 * LONGS];
  private final List<long[]> pieces = new ArrayList<>();
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
    int stackWords = sample.copyWords(stack);
    long hash = hash(record, tid, stackWords);
    int mask = slots.length - 1;
    int slot = (int) (hash >>> 32) & mask;
    while (slots[slot] != 0) {
      int row = slots[slot] - 1;
      if (longs[row * LONGS] == hash && isEqual(row, sample, tid, stackWords)) {
        longs[row * LONGS + COUNT] += weight;
        processes[row] = sample.process();
        samples += weight;
        return;
      }
      slot = (slot + 1) & mask;
    }
    if (rows == MAX_ROWS || !reserve(stackWords)) {
      overflow += weight;
      return;
    }
    samples += weight;
    slots[slot] = rows + 1;
    append(sample, tid, hash, stackWords);
    longs[(rows - 1) * LONGS + COUNT] = weight;
    if (rows * 2 > slots.length) {
      rehash();
    }
  }

  /** Makes room for that many words in one piece; false if there may be no more. */
  private boolean reserve(int stackWords) {
    int left = PIECE_WORDS - (usedWords & PIECE_WORDS - 1);
    int from = stackWords > left ? usedWords + left : usedWords;
    if (from >> PIECE_BITS == pieces.size()) {
      if (pieces.size() == MAX_PIECES) {
        return false;
      }
      pieces.add(new long[PIECE_WORDS]);
    }
    usedWords = from;
    return true;
  }

  private long[] piece(int word) {
    return pieces.get(word >> PIECE_BITS);
  }

  private long hash(SampleRecord record, int tid, int stackWords) {
    long hash = (record.tgid() * MIX) ^ tid;
    hash = (hash ^ record.startNanos()) * MIX;
    hash = (hash ^ record.commLow()) * MIX;
    hash = (hash ^ record.commHigh()) * MIX;
    for (int i = 0; i < stackWords; i++) {
      hash = (hash ^ stack[i]) * MIX;
      hash ^= hash >>> 29;
    }
    return hash;
  }

  private boolean isEqual(int row, HostSample sample, int tid, int stackWords) {
    SampleRecord record = sample.record();
    int at = row * INTS;
    int longAt = row * LONGS;
    int word = ints[at + 5];
    int from = word & PIECE_WORDS - 1;
    return ints[at] == record.tgid()
        && ints[at + 1] == tid
        && ints[at + 2] == sample.endReason().number()
        && ints[at + 3] == record.kernelWords()
        && ints[at + 4] == sample.userWords()
        && longs[longAt + 1] == record.startNanos()
        && longs[longAt + 2] == record.cgroupId()
        && longs[longAt + 3] == record.commLow()
        && longs[longAt + 4] == record.commHigh()
        && (stackWords == 0
            || Arrays.equals(piece(word), from, from + stackWords, stack, 0, stackWords));
  }

  private void append(HostSample sample, int tid, long hash, int stackWords) {
    if (rows * INTS == ints.length) {
      ints = Arrays.copyOf(ints, ints.length * 2);
      longs = Arrays.copyOf(longs, longs.length * 2);
      processes = Arrays.copyOf(processes, processes.length * 2);
    }
    SampleRecord record = sample.record();
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
    System.arraycopy(stack, 0, piece(usedWords), usedWords & PIECE_WORDS - 1, stackWords);
    usedWords += stackWords;
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

  /** Empties the table and keeps as much memory as this interval took. */
  void clear() {
    int used = (usedWords + PIECE_WORDS - 1) >> PIECE_BITS;
    pieces.subList(Math.min(used, pieces.size()), pieces.size()).clear();
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
    int word = ints[row * INTS + 5] + index;
    return piece(word)[word & PIECE_WORDS - 1];
  }

  long userWord(int row, int index) {
    return kernelWord(row, kernelWords(row) + index);
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

  /** Samples of a row. */
  long count(int row) {
    return longs[row * LONGS + COUNT];
  }
}
