package dev.plumbline.unwind;

import dev.plumbline.kernel.ReadBehind;
import dev.plumbline.kernel.unwind.UnwindRow;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads an {@code .eh_frame} section. Records that contradict themselves are skipped and counted:
 * the code that they speak for then has no rule. Confined to one thread.
 */
final class EhFrame {
  /** Most that are kept; linkers leave some dozens. Others are read again, which takes time. */
  private static final int MAX_CIES = 1 << 12;

  private final ReadBehind behind;
  private final FrameCursor cursor;
  private final long address;
  private final FrameRows rows;
  private final CallFrameProgram program = new CallFrameProgram();
  private final Map<Integer, CommonInformation> common = new HashMap<>();
  private int lastCie = -1;
  private @Nullable CommonInformation last;
  private int malformed;

  EhFrame(ByteBuffer section, long address, FrameRows rows) {
    this.behind = new ReadBehind(section.slice());
    this.cursor = new FrameCursor(section);
    this.address = address;
    this.rows = rows;
  }

  /** Hands all functions to the collector; returns the number of records that were skipped. */
  int read() throws RowLimitException {
    int at = 0;
    while (at <= cursor.size() - 4) {
      behind.at(at);
      try {
        at = record(at);
      } catch (UnwindFormatException e) {
        malformed++;
        break; // without a length there is no next record
      }
    }
    return malformed;
  }

  /** Reads the record at an offset and returns where the next one begins. */
  private int record(int at) throws UnwindFormatException, RowLimitException {
    cursor.window(at, cursor.size());
    long length = cursor.u32();
    if (length == 0) {
      return at + 4; // an end mark; linkers also leave some in the middle
    }
    if (length == 0xffffffffL) {
      length = cursor.i64();
    }
    int body = cursor.position();
    if (length < 4 || length > cursor.size() - body) {
      throw new UnwindFormatException("record of " + length + " bytes at " + at);
    }
    int end = body + (int) length;
    cursor.window(body, end);
    int cie = cursor.i32();
    if (cie != 0) {
      try {
        function(body - cie);
      } catch (UnwindFormatException e) {
        rows.discard();
        malformed++;
      }
    }
    return end;
  }

  private void function(int cieAt) throws UnwindFormatException, RowLimitException {
    int position = cursor.position();
    int end = cursor.limit();
    CommonInformation of = common(cieAt);
    cursor.window(position, end);
    long start = cursor.pointer(of.pointerEncoding(), address);
    long length = cursor.value(of.pointerEncoding() & 0x0f);
    if (of.hasAugmentation()) {
      cursor.skip(cursor.uleb());
    }
    if (!rows.begin(start, length)) {
      return;
    }
    if (of.isSignalFrame()) {
      rows.row(start, UnwindRow.signal());
    } else {
      program.run(cursor, of, start, rows);
    }
    rows.end();
  }

  private CommonInformation common(int at) throws UnwindFormatException {
    if (last != null && at == lastCie) {
      return last;
    }
    CommonInformation found = common.get(at);
    if (found == null) {
      found = readCommon(at);
      if (common.size() < MAX_CIES) {
        common.put(at, found);
      }
    }
    lastCie = at;
    last = found;
    return found;
  }

  private CommonInformation readCommon(int at) throws UnwindFormatException {
    cursor.window(at, cursor.size());
    long length = cursor.u32();
    if (length == 0xffffffffL) {
      length = cursor.i64();
    }
    int body = cursor.position();
    if (length < 4 || length > cursor.size() - body) {
      throw new UnwindFormatException("CIE of " + length + " bytes at " + at);
    }
    cursor.window(body, body + (int) length);
    if (cursor.i32() != 0) {
      throw new UnwindFormatException("record at " + at + " is no CIE");
    }
    return CommonInformation.read(cursor, program);
  }
}
