package dev.plumbline.symbol.go;

/**
 * A sequence of values by program counter: pairs of variable-length numbers, value difference
 * (zigzag) and program-counter difference (in quanta); a value difference of 0 that is not the
 * first ends it. Confined to one call.
 */
final class PcValues {
  private final TableBytes bytes;
  private final int quantum;
  private long at;
  private long start;
  private long end;
  private int value = -1;
  private boolean isFirst = true;

  /** Starts before the first range of a sequence. */
  PcValues(TableBytes bytes, long offset, long entry, int quantum) {
    this.bytes = bytes;
    this.at = offset;
    this.start = entry;
    this.end = entry;
    this.quantum = quantum;
  }

  /** Goes to the next range; false at the end. */
  boolean next() throws MalformedGoTableException {
    long difference = number();
    if (difference == 0 && !isFirst) {
      return false;
    }
    isFirst = false;
    value += (int) ((difference >>> 1) ^ -(difference & 1));
    start = end;
    end += number() * quantum;
    if (end <= start) {
      throw bytes.malformed("a range of program counters at " + at + " is empty");
    }
    return true;
  }

  private long number() throws MalformedGoTableException {
    long number = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      int b = bytes.u8(at++, "program-counter data");
      number |= (long) (b & 0x7f) << shift;
      if ((b & 0x80) == 0) {
        return number & 0xffffffffL;
      }
    }
    throw bytes.malformed("a number at " + at + " is longer than 32 bits");
  }

  /** The value at an address, or -1 where the sequence has none. */
  int valueAt(long address) throws MalformedGoTableException {
    while (next()) {
      if (address < end) {
        return value;
      }
    }
    return -1;
  }

  long start() {
    return start;
  }

  long end() {
    return end;
  }

  int value() {
    return value;
  }
}
