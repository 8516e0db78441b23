package dev.plumbline.process;

import dev.plumbline.kernel.unwind.CodeMapping;
import dev.plumbline.kernel.unwind.EndReason;
import dev.plumbline.kernel.unwind.UnwindRow;
import dev.plumbline.unwind.FileTable;
import org.jspecify.annotations.Nullable;

/**
 * An executable mapping of a process. Immutable.
 *
 * @param start first address
 * @param end address after the last
 * @param fileOffset offset of the first address in the file
 * @param name path, or a name in brackets; empty for anonymous memory
 * @param file what is mapped; null for memory without a file
 * @param bias address minus link-time address
 * @param tableNumber number of the file's table in the kernel, or a mark of {@link CodeMapping}
 * @param table rows of the file, when they are loaded
 */
public record CodeRegion(
    long start,
    long end,
    long fileOffset,
    String name,
    @Nullable ExecutableFile file,
    long bias,
    int tableNumber,
    @Nullable FileTable table) {

  /** Link-time address of an address of this region. */
  public long fileAddress(long address) {
    return address - bias;
  }

  /** The address lies in the region. */
  public boolean contains(long address) {
    return Long.compareUnsigned(address, start) >= 0 && Long.compareUnsigned(address, end) < 0;
  }

  /** The other region holds the same code of the same file at the same addresses. */
  @SuppressWarnings("ReferenceEquality") // a file's identity is that of the object
  boolean isSameCode(CodeRegion other) {
    return start == other.start && end == other.end && bias == other.bias && file == other.file;
  }

  CodeRegion with(int number, @Nullable FileTable newTable) {
    return new CodeRegion(start, end, fileOffset, name, file, bias, number, newTable);
  }

  /** The region as the kernel's programs see it. */
  CodeMapping mapping() {
    if (table == null) {
      return CodeMapping.marked(start, end, tableNumber);
    }
    return CodeMapping.withTable(
        start, end, bias + table.baseAddress(), tableNumber, table.table().index());
  }

  /** The row for an address, by the same rules as in the kernel. */
  long row(long address) {
    if (table != null) {
      long row = table.table().find(address - bias - table.baseAddress());
      return row == -1 ? UnwindRow.row(0, UnwindRow.stop(EndReason.NO_TABLE)) : row;
    }
    int rule =
        switch (tableNumber) {
          case CodeMapping.FRAME_POINTER -> UnwindRow.framePointer();
          case CodeMapping.GUESS -> UnwindRow.guess();
          case CodeMapping.RETURN_PROBE -> UnwindRow.stop(EndReason.RETURN_PROBE);
          case CodeMapping.HOTSPOT -> UnwindRow.stop(EndReason.HOTSPOT);
          default -> UnwindRow.stop(EndReason.NO_TABLE);
        };
    return UnwindRow.row(0, rule);
  }
}
