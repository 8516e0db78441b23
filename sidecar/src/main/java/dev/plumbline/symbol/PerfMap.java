package dev.plumbline.symbol;

import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Code that a runtime made and described in a perf map: lines {@code START SIZE NAME} with
 * hexadecimal numbers. A later line wins over an earlier one that it overlaps, since runtimes give
 * memory out again. Confined to its owner.
 */
final class PerfMap {
  /** Most entries of one map. */
  static final int MAX_ENTRIES = 1 << 18;

  /** Most bytes of names of one map. */
  static final int MAX_NAME_BYTES = 8 << 20;

  /** Entries before an address that are looked at for one that covers it. */
  private static final int MAX_BACK = 16;

  private long[] starts = new long[64];
  private int[] sizes = new int[64];
  private int[] nameStarts = new int[64];
  private byte[] names = new byte[4096];
  private int count;
  private int nameBytes;
  private int[] order = new int[0];
  private boolean isSorted = true;

  /** Adds a line; false if it is over a limit. A line that is no entry is passed over. */
  boolean add(byte[] line, int from, int to) {
    int space = indexOf(line, from, to);
    int second = indexOf(line, space + 1, to);
    long start = hexadecimal(line, from, space);
    long size = hexadecimal(line, space + 1, second);
    if (start <= 0 || size <= 0 || size > Integer.MAX_VALUE || second + 1 >= to) {
      return true;
    }
    int length = Math.min(to - second - 1, SymbolIndex.MAX_NAME_BYTES);
    if (count == MAX_ENTRIES || nameBytes + length + 1 > MAX_NAME_BYTES) {
      return false;
    }
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, 2 * count);
      sizes = Arrays.copyOf(sizes, 2 * count);
      nameStarts = Arrays.copyOf(nameStarts, 2 * count);
    }
    if (nameBytes + length > names.length) {
      names = Arrays.copyOf(names, Math.max(2 * names.length, nameBytes + length));
    }
    System.arraycopy(line, second + 1, names, nameBytes, length);
    starts[count] = start;
    sizes[count] = (int) size;
    nameStarts[count++] = nameBytes;
    nameBytes += length;
    isSorted = false;
    return true;
  }

  private static int indexOf(byte[] line, int from, int to) {
    int at = from;
    while (at < to && line[at] != ' ') {
      at++;
    }
    return at;
  }

  private static long hexadecimal(byte[] line, int from, int to) {
    int at = to - from > 2 && line[from] == '0' && line[from + 1] == 'x' ? from + 2 : from;
    if (at >= to || to - at > 15) {
      return -1;
    }
    long value = 0;
    for (; at < to; at++) {
      int digit = Character.digit(line[at], 16);
      if (digit < 0) {
        return -1;
      }
      value = (value << 4) | digit;
    }
    return value;
  }

  private void sort() {
    if (isSorted) {
      return;
    }
    order = PlacesByAddress.sorted(starts, count);
    isSorted = true;
  }

  int count() {
    return count;
  }

  /** Roughly the heap that this holds, in bytes. */
  long heapBytes() {
    return names.length + 16L * starts.length + 4L * order.length;
  }

  /** The frame of an address, or null. */
  @Nullable Frame find(long address) {
    sort();
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (starts[order[middle]] <= address) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    int best = -1;
    for (int i = low - 1; i >= 0 && i >= low - MAX_BACK; i--) {
      int place = order[i];
      if (address - starts[place] < sizes[place] && place > best) {
        best = place;
      }
    }
    return best < 0 ? null : frame(best);
  }

  private Frame frame(int place) {
    int end = place + 1 < count ? nameStarts[place + 1] : nameBytes;
    int length = end - nameStarts[place];
    String text = new String(names, nameStarts[place], length, StandardCharsets.UTF_8);
    return frame(text);
  }

  /** CPython writes {@code py::FUNCTION:FILE}, V8 a kind and a colon; others what they like. */
  static Frame frame(String text) {
    if (text.startsWith("py::")) {
      int colon = text.lastIndexOf(':');
      String name = colon > 4 ? text.substring(4, colon) : text.substring(4);
      String file = colon > 4 ? text.substring(colon + 1) : "";
      if (!name.isEmpty()) {
        return Frame.builder(FrameType.CPYTHON).functionName(name).fileName(file).build();
      }
    }
    boolean isScript =
        text.startsWith("JS:")
            || text.startsWith("LazyCompile:")
            || text.startsWith("Function:")
            || text.startsWith("Script:")
            || text.startsWith("Eval:")
            || text.startsWith("RegExp:");
    return Frame.named(text, isScript ? FrameType.V8JS : FrameType.NATIVE);
  }
}
