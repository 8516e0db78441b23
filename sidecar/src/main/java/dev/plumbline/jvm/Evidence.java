package dev.plumbline.jvm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What was read of a process to find that something is still what it was. While the same places
 * hold the same bytes it still is, and nothing has to be read anew but these. Immutable.
 */
final class Evidence {
  static final int MAX_PLACES = 16;

  private final long[] addresses;
  private final int[] lengths;
  private final byte[] bytes;

  private Evidence(long[] addresses, int[] lengths, byte[] bytes) {
    this.addresses = addresses;
    this.lengths = lengths;
    this.bytes = bytes;
  }

  int places() {
    return addresses.length;
  }

  int bytes() {
    return bytes.length;
  }

  /** Writes where to read, from an index on. */
  void ask(long[] allAddresses, int[] allLengths, int from) {
    System.arraycopy(addresses, 0, allAddresses, from, addresses.length);
    System.arraycopy(lengths, 0, allLengths, from, lengths.length);
  }

  /** The bytes read now, from that index on, are those of then. */
  boolean matches(ByteBuffer read, int from) {
    return read.slice(from, bytes.length).equals(ByteBuffer.wrap(bytes));
  }

  /** Notes what is read by way of it, between two calls. Confined to one thread. */
  static final class Recorder implements MemoryReader {
    private static final int MAX_BYTES = 4096;

    private final MemoryReader memory;
    private final long[] addresses = new long[MAX_PLACES];
    private final int[] lengths = new int[MAX_PLACES];
    private final byte[] bytes = new byte[MAX_BYTES];
    private int places;
    private int length;
    private boolean isRecording;

    Recorder(MemoryReader memory) {
      this.memory = memory;
    }

    @Override
    public ByteBuffer read(long address, int count) throws IOException {
      ByteBuffer read = memory.read(address, count);
      if (isRecording) {
        if (places == MAX_PLACES || count > MAX_BYTES - length) {
          isRecording = false; // too much to be worth it
        } else {
          read.get(0, bytes, length, count);
          addresses[places] = address;
          lengths[places++] = count;
          length += count;
        }
      }
      return read;
    }

    void start() {
      places = 0;
      length = 0;
      isRecording = true;
    }

    /** What was read since the start; null if that was too much. */
    @Nullable Evidence stop() {
      Evidence evidence =
          isRecording
              ? new Evidence(
                  Arrays.copyOf(addresses, places),
                  Arrays.copyOf(lengths, places),
                  Arrays.copyOf(bytes, length))
              : null;
      isRecording = false;
      return evidence;
    }
  }
}
