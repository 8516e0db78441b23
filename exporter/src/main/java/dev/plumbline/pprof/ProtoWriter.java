package dev.plumbline.pprof;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Protobuf into a growing array, or part by part into a stream. A nested message is written after a
 * gap for its length and moved back if the length took fewer bytes, so that no message is sized
 * beforehand: pprof files are written when a person asks, not every window. Confined to one thread.
 */
final class ProtoWriter {
  private static final int VARINT = 0;
  private static final int LENGTH_DELIMITED = 2;
  private static final int LONGEST_LENGTH = 5;

  /** What has gathered is passed on above that. */
  private static final int PART_BYTES = 64 << 10;

  private final @Nullable OutputStream drain;
  private byte[] bytes = new byte[PART_BYTES];
  private int position;
  private int depth;

  /** Keeps all. */
  ProtoWriter() {
    this(null);
  }

  /**
   * @param drain takes the outermost fields as they are ready, so that only some are held; null to
   *     keep all. Its exceptions come as {@link UncheckedIOException}
   */
  ProtoWriter(@Nullable OutputStream drain) {
    this.drain = drain;
  }

  /** Left out if it is 0, as proto3 asks. */
  void varint(int field, long value) {
    if (value != 0) {
      raw(field << 3 | VARINT);
      raw(value);
    }
  }

  void bool(int field, boolean value) {
    varint(field, value ? 1 : 0);
  }

  /** Written even if it is empty: a table counts its entries. */
  void string(int field, String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    raw(field << 3 | LENGTH_DELIMITED);
    raw(utf8.length);
    reserve(utf8.length);
    System.arraycopy(utf8, 0, bytes, position, utf8.length);
    position += utf8.length;
    drainIfMuch();
  }

  void packed(int field, long[] values) {
    if (values.length > 0) {
      message(
          field,
          inner -> {
            for (long value : values) {
              inner.raw(value);
            }
          });
    }
  }

  void message(int field, Consumer<ProtoWriter> body) {
    raw(field << 3 | LENGTH_DELIMITED);
    reserve(LONGEST_LENGTH);
    int gap = position;
    position += LONGEST_LENGTH;
    int start = position;
    depth++;
    body.accept(this);
    depth--;
    int length = position - start;
    position = gap;
    raw(length);
    System.arraycopy(bytes, start, bytes, position, length);
    position += length;
    drainIfMuch();
  }

  private void drainIfMuch() {
    if (depth == 0 && position >= PART_BYTES) {
      drain();
    }
  }

  /** Passes on the rest; nothing if all is kept. */
  void drain() {
    if (drain == null) {
      return;
    }
    try {
      drain.write(bytes, 0, position);
      position = 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  byte[] toByteArray() {
    return Arrays.copyOf(bytes, position);
  }

  private void raw(long value) {
    reserve(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[position++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[position++] = (byte) rest;
  }

  private void reserve(int more) {
    if (bytes.length - position < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, position + more));
    }
  }
}
