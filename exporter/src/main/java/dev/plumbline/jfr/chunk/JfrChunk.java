package dev.plumbline.jfr.chunk;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;

/**
 * One finished, self-contained part of a recording, not yet verified. Its bytes may be overwritten
 * when the next chunk is asked for: a chunk is decoded before that. Confined to one thread.
 */
public final class JfrChunk {
  private final long offset;
  private final ByteBuffer bytes;

  private JfrChunk(long offset, ByteBuffer bytes) {
    this.offset = offset;
    this.bytes = bytes;
  }

  /**
   * A chunk in memory, from the buffer's position to its limit; not copied.
   *
   * @param offset where the chunk starts in its recording, for messages
   */
  public static JfrChunk of(long offset, ByteBuffer bytes) {
    return new JfrChunk(offset, requireNonNull(bytes, "bytes").slice());
  }

  /** Where the chunk starts in its recording. */
  public long offset() {
    return offset;
  }

  public int sizeBytes() {
    return bytes.limit();
  }

  /** All of it as it came, read-only, from position 0 to the limit. */
  public ByteBuffer content() {
    return bytes.asReadOnlyBuffer();
  }

  /** Position 0, limit the chunk's size, big-endian; every call gives a buffer of its own. */
  ByteBuffer bytes() {
    return bytes.duplicate();
  }

  @Override
  public String toString() {
    return "JfrChunk[" + offset + ", " + sizeBytes() + " bytes]";
  }
}
