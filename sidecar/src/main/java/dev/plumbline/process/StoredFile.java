package dev.plumbline.process;

import dev.plumbline.kernel.unwind.CodeMapping;
import dev.plumbline.unwind.FileTable;
import org.jspecify.annotations.Nullable;

/**
 * A mapped file, who uses it, and what the kernel has of it. Mutable, confined to the thread that
 * follows processes.
 */
final class StoredFile {
  private final ExecutableFile file;
  private int users;
  private long idleSinceNanos;
  private int number = CodeMapping.PENDING;
  private @Nullable FileTable table;
  private long missingBytes;
  private long countedWeight;
  private long recentWeight;

  StoredFile(ExecutableFile file, long nowNanos) {
    this.file = file;
    this.idleSinceNanos = nowNanos;
  }

  ExecutableFile file() {
    return file;
  }

  boolean isUsed() {
    return users > 0;
  }

  void acquire() {
    users++;
  }

  void release(long nowNanos) {
    if (--users == 0) {
      idleSinceNanos = nowNanos;
    }
  }

  boolean isIdleFor(long nanos, long nowNanos) {
    return !isUsed() && nowNanos - idleSinceNanos > nanos;
  }

  /** Number of the table in the kernel, or a mark of {@link CodeMapping}. */
  int number() {
    return number;
  }

  /** The rows, while they are loaded. */
  @Nullable FileTable table() {
    return table;
  }

  void set(int newNumber, @Nullable FileTable newTable) {
    number = newNumber;
    table = newTable;
    missingBytes = 0;
  }

  /** The table is not in the kernel, for there was no room for so many bytes. */
  void setMissing(long bytes) {
    missingBytes = bytes;
  }

  /** Bytes of a table that found no room; 0 where that is not so. */
  long missingBytes() {
    return missingBytes;
  }

  /** Which table goes first when there is no room for all: the lowest. Samples of late count. */
  long importance() {
    return isUsed() ? recentWeight + file.weight() - countedWeight : -1;
  }

  /** Halves what was counted: what is busy now goes before what once was. */
  void age() {
    long weight = file.weight();
    recentWeight = (recentWeight + weight - countedWeight) / 2;
    countedWeight = weight;
  }

  /** A mapping of the file. */
  CodeRegion region(MemoryMap map) {
    long bias = file.bias(map.start(), map.fileOffset());
    return new CodeRegion(
        map.start(), map.end(), map.fileOffset(), map.path(), file, bias, number, table);
  }
}
