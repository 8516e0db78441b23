package dev.plumbline.unwind;

import dev.plumbline.kernel.LongMemory;
import dev.plumbline.kernel.SystemCallException;
import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSection;
import dev.plumbline.kernel.elf.ElfSegment;
import dev.plumbline.kernel.elf.MalformedElfException;
import dev.plumbline.kernel.unwind.UnwindRow;
import dev.plumbline.kernel.unwind.UnwindTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Builds the table of an executable or library. Rows and table stand outside of the Java heap, of
 * which a build takes about a megabyte whatever the file. Stateless.
 */
public final class FileTables {
  private static final int X86_64 = 62;
  private static final int NOBITS = 8;
  private static final int ENTRY = 24;

  /** Changes with every change of what the same file gives: cached tables of others are useless. */
  static final int VERSION = 9;

  /** Linkers make three at most; more are guessed. */
  private static final int MAX_CODE_SEGMENTS = 16;

  private FileTables() {}

  /**
   * Builds the table.
   *
   * @return null when the file says nothing of its frames: every frame is then a guess
   * @throws MalformedElfException the file is no x86-64 ELF file with code
   * @throws RowLimitException it has more rows than {@code maxRows}
   * @throws SystemCallException the kernel refused the memory for them
   */
  public static @Nullable FileTable build(ElfFile file, int maxRows) throws IOException {
    if (file.machine() != X86_64) {
      throw new UnwindFormatException(
          file.name() + ": machine " + file.machine() + ", expected " + X86_64);
    }
    long low = Long.MAX_VALUE;
    long high = 0;
    for (ElfSegment segment : file.segments()) {
      if (segment.isCode() && segment.address() >= 0) {
        low = Math.min(low, segment.address());
        high = Math.max(high, segment.address() + segment.memorySize());
      }
    }
    if (low >= high || high - low > Integer.MAX_VALUE) {
      throw new UnwindFormatException(
          file.name() + ": code from " + low + " to " + high + ", expected at most 2 GiB");
    }
    try (RowList sorted = new RowList(Math.min(maxRows, UnwindTable.MAX_ROWS))) {
      int skipped = collect(file, low, high - low, sorted);
      LongMemory rows = sorted.complete();
      return saysNothing(rows)
          ? null
          : new FileTable(UnwindTable.of(rows, high - low), low, skipped);
    } catch (UncheckedIOException e) {
      throw e.getCause(); // no memory for rows
    }
  }

  private static boolean saysNothing(LongMemory rows) {
    if (rows.size() > 1) {
      return false;
    }
    long[] only = {UnwindRow.row(0, UnwindRow.guess())};
    rows.copy(0, only, 0, rows.size());
    return UnwindRow.rule(only[0]) == UnwindRow.guess();
  }

  /** Returns the number of records that were skipped. */
  private static int collect(ElfFile file, long low, long textBytes, RowList sorted)
      throws IOException {
    try (FrameRows rows = new FrameRows(low, textBytes, sorted.limit())) {
      GoRows.collect(file, rows);
      int skipped = collectEhFrame(file, rows);
      FunctionStarts starts = FunctionStarts.of(file, low);
      rows.sortInto(sorted, new GapRules(code(file, low), entry(file) - low, starts));
      return skipped;
    }
  }

  private static int collectEhFrame(ElfFile file, FrameRows rows) throws IOException {
    ElfSection section = file.section(".eh_frame");
    if (section != null && section.type() != NOBITS) {
      return new EhFrame(file.data(section), section.address(), rows).read();
    }
    for (ElfSegment segment : file.segments()) {
      if (segment.type() == ElfSegment.EH_FRAME_HEADER && section == null) {
        return collectByHeader(file, segment, rows);
      }
    }
    return 0;
  }

  /** Without section headers the search header tells where the tables begin, not where they end. */
  private static int collectByHeader(ElfFile file, ElfSegment header, FrameRows rows)
      throws IOException {
    FrameCursor cursor = new FrameCursor(file.data(header));
    cursor.skip(1);
    int encoding = cursor.u8();
    cursor.skip(2);
    long address = cursor.pointer(encoding, header.address());
    for (ElfSegment segment : file.segments()) {
      if (segment.holds(address)) {
        long into = address - segment.address();
        ByteBuffer data = file.data(segment.offset() + into, segment.fileSize() - into);
        return new EhFrame(data, address, rows).read();
      }
    }
    return 0;
  }

  /** {@code e_entry}, a link-time address. */
  private static long entry(ElfFile file) throws MalformedElfException {
    return file.data(ENTRY, 8).getLong(0);
  }

  /** The segments of code, by their positions from the table's base address on. */
  private static List<CodeWindow> code(ElfFile file, long low) throws MalformedElfException {
    List<ElfSegment> segments = new ArrayList<>();
    for (ElfSegment segment : file.segments()) {
      if (segment.isCode() && segment.address() >= low) {
        segments.add(segment);
      }
    }
    segments.sort(Comparator.comparingLong(ElfSegment::address));
    List<CodeWindow> windows = new ArrayList<>();
    long end = low;
    for (ElfSegment segment : segments) {
      if (segment.address() >= end && windows.size() < MAX_CODE_SEGMENTS) {
        long size = Math.min(segment.fileSize(), segment.memorySize());
        ByteBuffer code = file.data(segment.offset(), size);
        windows.add(new CodeWindow(code, (int) (segment.address() - low)));
        end = segment.address() + size;
      }
    }
    return windows;
  }
}
