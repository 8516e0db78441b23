package dev.plumbline.unwind;

import dev.plumbline.kernel.unwind.UnwindRow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * An executable of very many functions, as large as the largest libraries, whose rows are known.
 * Its code is a hole in the file; the records of its functions come in another order than they lie.
 */
final class SyntheticFile {
  static final int ROWS_PER_FUNCTION = 6;

  private static final int FUNCTION_BYTES = 64;
  private static final int STEP = 8;
  private static final long ADDRESS = 0x1000;
  private static final int CIE_BYTES = 24;
  private static final int FDE_BYTES = 40;
  private static final int BATCH = 4096;
  private static final byte[] NAMES =
      "\0.eh_frame\0.names\0".getBytes(StandardCharsets.US_ASCII); // at 1 and 11

  private SyntheticFile() {}

  /** The row at an index, counted over all functions. */
  static long row(int at) {
    int function = at / ROWS_PER_FUNCTION;
    int step = at % ROWS_PER_FUNCTION;
    return UnwindRow.row(
        function * FUNCTION_BYTES + step * STEP, UnwindRow.sp(cfaOffset(function, step), 0));
  }

  private static int cfaOffset(int function, int step) {
    return step == 0 ? 8 : 16 + 8 * ((function + step) % 13);
  }

  static void write(Path path, int functions) throws IOException {
    long code = 4096;
    long codeBytes = (long) functions * FUNCTION_BYTES;
    long frames = code + codeBytes;
    long frameBytes = CIE_BYTES + (long) functions * FDE_BYTES;
    long names = frames + frameBytes;
    long sections = names + NAMES.length;
    try (FileChannel file =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer head = buffer(64 + 56);
      head.putInt(0, 0x464c457f).put(4, (byte) 2).put(5, (byte) 1).put(6, (byte) 1);
      head.putShort(16, (short) 3).putShort(18, (short) 62);
      head.putLong(32, 64).putLong(40, sections);
      head.putShort(54, (short) 56).putShort(56, (short) 1);
      head.putShort(58, (short) 64).putShort(60, (short) 3).putShort(62, (short) 2);
      head.putInt(64, 1).putInt(68, 5).putLong(72, code).putLong(80, ADDRESS);
      head.putLong(96, codeBytes).putLong(104, codeBytes);
      file.write(head, 0);
      writeFrames(file.position(frames), functions);
      file.write(ByteBuffer.wrap(NAMES), names);
      ByteBuffer table = buffer(3 * 64);
      section(table, 1, 1, frames, frameBytes);
      section(table, 2, 11, names, NAMES.length);
      file.write(table, sections);
    }
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void section(ByteBuffer table, int at, int name, long offset, long size) {
    table.putInt(64 * at, name).putInt(64 * at + 4, 1);
    table.putLong(64 * at + 24, offset).putLong(64 * at + 32, size);
  }

  private static void writeFrames(FileChannel file, int functions) throws IOException {
    ByteBuffer cie = buffer(CIE_BYTES).putInt(CIE_BYTES - 4).putInt(0);
    cie.put(new byte[] {1, 0, 1, 0x78, 16, 0x0c, 7, 8, (byte) 0x90, 1});
    file.write(cie.clear());
    ByteBuffer batch = buffer(BATCH * FDE_BYTES);
    for (int i = 0; i < functions; i++) {
      putFunction(batch, CIE_BYTES + i * FDE_BYTES, place(i, functions));
      if (!batch.hasRemaining() || i == functions - 1) {
        file.write(batch.flip());
        batch.clear();
      }
    }
  }

  /** Two ranges of functions take turns, the second of them backwards. */
  private static int place(int record, int functions) {
    return record % 2 == 0 ? record / 2 : functions - 1 - record / 2;
  }

  private static void putFunction(ByteBuffer to, int at, int function) {
    to.putInt(FDE_BYTES - 4).putInt(at + 4);
    to.putLong(ADDRESS + (long) function * FUNCTION_BYTES).putLong(FUNCTION_BYTES);
    for (int step = 1; step < ROWS_PER_FUNCTION; step++) {
      to.put((byte) (0x40 | STEP)).put((byte) 0x0e).put((byte) cfaOffset(function, step));
    }
    to.put((byte) 0);
  }
}
