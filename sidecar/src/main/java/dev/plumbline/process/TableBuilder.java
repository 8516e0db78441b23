package dev.plumbline.process;

import dev.plumbline.kernel.MappedPages;
import dev.plumbline.kernel.SystemCallException;
import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.MappedReading;
import dev.plumbline.unwind.FileTable;
import dev.plumbline.unwind.FileTables;
import dev.plumbline.unwind.RowLimitException;
import dev.plumbline.unwind.TableCache;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Builds tables one at a time in a thread of its own, the file with most samples first. The thread
 * is as important as others: the whole work is about a second of CPU time, and with less than its
 * share of a busy host the first complete stacks came after tens of seconds. Thread-safe.
 */
final class TableBuilder implements AutoCloseable {
  private static final long JOIN_MILLIS = 2000;

  /** What became of a file. */
  enum Outcome {
    BUILT,
    /** The file says nothing of its frames. */
    NO_RULES,
    /** Its table would not fit the memory for tables. */
    TOO_LARGE,
    /** It contradicts itself. */
    MALFORMED
  }

  /** A file that was looked at, with its table if it was built. */
  record Result(ExecutableFile file, Outcome outcome, @Nullable FileTable table) {}

  private final Object lock = new Object();
  private final List<ExecutableFile> waiting = new ArrayList<>();
  private final Queue<Result> results = new ConcurrentLinkedQueue<>();
  private final @Nullable TableCache cache;
  private final int maxRows;
  private final Thread thread = new Thread(this::run, "plumbline-tables");
  private boolean isClosed;
  private int unfinished;

  TableBuilder(@Nullable TableCache cache, int maxRows) {
    this.cache = cache;
    this.maxRows = maxRows;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  void submit(ExecutableFile file) {
    synchronized (lock) {
      waiting.add(file);
      unfinished++;
      lock.notifyAll();
    }
  }

  /** A result that nobody has taken yet. */
  @Nullable Result poll() {
    Result result = results.poll();
    if (result != null) {
      synchronized (lock) {
        unfinished--;
      }
    }
    return result;
  }

  /** Some files that were handed in have not come back. */
  boolean isBusy() {
    synchronized (lock) {
      return unfinished > 0;
    }
  }

  /** The table that an earlier run left on disk. */
  @Nullable FileTable cached(ExecutableFile file) {
    ElfFile elf = file.elf();
    String buildId = file.buildId();
    return cache == null || elf == null || buildId == null ? null : cache.load(buildId, elf.size());
  }

  private void run() {
    try {
      while (true) {
        ExecutableFile file = take();
        if (file == null) {
          return;
        }
        results.add(build(file));
      }
    } catch (InterruptedException ignored) {
      // closed
    }
  }

  private @Nullable ExecutableFile take() throws InterruptedException {
    synchronized (lock) {
      while (waiting.isEmpty() && !isClosed) {
        lock.wait();
      }
      if (isClosed) {
        return null;
      }
      ExecutableFile next =
          waiting.stream().max(Comparator.comparingLong(ExecutableFile::weight)).orElseThrow();
      waiting.remove(next);
      return next;
    }
  }

  private Result build(ExecutableFile file) {
    ElfFile elf = file.elf();
    if (elf == null) {
      return new Result(file, Outcome.MALFORMED, null);
    }
    try {
      return MappedReading.of(() -> build(file, elf));
    } catch (RowLimitException
        | SystemCallException
        | OutOfMemoryError e) { // no memory; else the thread would end with all its work
      return new Result(file, Outcome.TOO_LARGE, null);
    } catch (IOException | RuntimeException e) {
      return new Result(file, Outcome.MALFORMED, null);
    } finally {
      MappedPages.drop(elf.image());
    }
  }

  private Result build(ExecutableFile file, ElfFile elf) throws IOException {
    FileTable table = FileTables.build(elf, maxRows);
    if (table == null) {
      return new Result(file, Outcome.NO_RULES, null);
    }
    String buildId = file.buildId();
    if (cache != null && buildId != null) {
      table = cache.store(buildId, elf.size(), table);
    }
    return new Result(file, Outcome.BUILT, table);
  }

  @Override
  public void close() {
    synchronized (lock) {
      isClosed = true;
      lock.notifyAll();
    }
    thread.interrupt();
    try {
      thread.join(JOIN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
