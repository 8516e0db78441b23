package dev.plumbline.jfr;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/**
 * Finds the finished chunks of a recording that may still be growing (§3.3 of the agent study). The
 * open chunk is never handed out. Where the bytes at hand are no chunk, that is reported once and
 * the search goes on at the next header. Confined to one thread; the channel stays the caller's.
 */
public final class JfrChunks {
  /** Larger than any chunk of a session of ours; a foreign one over it is skipped. */
  public static final int DEFAULT_MAX_CHUNK_BYTES = 128 << 20;

  private static final int RETAINED_BUFFER_BYTES = 8 << 20;
  private static final int SEARCH_BUFFER_BYTES = 64 << 10;

  private final FileChannel channel;
  private final int maxChunkBytes;
  private final ByteBuffer head = ByteBuffer.allocate(ChunkHeader.SIZE_BYTES);
  private ByteBuffer retained = ByteBuffer.allocate(0);
  private long position;
  private boolean searching;

  private JfrChunks(FileChannel channel, int maxChunkBytes) {
    this.channel = requireNonNull(channel, "channel");
    this.maxChunkBytes = maxChunkBytes;
  }

  /** Chunks of that file from its first byte on. */
  public static JfrChunks of(FileChannel channel) {
    return new JfrChunks(channel, DEFAULT_MAX_CHUNK_BYTES);
  }

  /** As {@link #of(FileChannel)}, with another bound. */
  public static JfrChunks of(FileChannel channel, int maxChunkBytes) {
    return new JfrChunks(channel, maxChunkBytes);
  }

  /**
   * First byte that has not been handed out: what lies before it may be reclaimed once the last
   * chunk is decoded. Below the file's size there is an open or cut chunk.
   */
  public long position() {
    return position;
  }

  /**
   * The next finished chunk, or null if there is none yet. Its bytes hold until the next call.
   *
   * @throws JfrException if the bytes at {@link #position()} are no chunk or one over the bound;
   *     the next call goes on after it
   */
  public @Nullable JfrChunk next() throws IOException, JfrException {
    if (searching && !findHeader()) {
      return null;
    }
    if (channel.size() - position < ChunkHeader.SIZE_BYTES) {
      return null;
    }
    head.clear();
    read(head, position);
    ChunkHeader header = ChunkHeader.read(head, 0);
    if (header == null) {
      throw invalid("no chunk header of version 2");
    }
    if (header.isOpen()) {
      return null;
    }
    if (header.sizeBytes <= ChunkHeader.SIZE_BYTES) {
      throw invalid("chunk is " + header.sizeBytes + " bytes, its header alone is 68");
    }
    if (header.sizeBytes > channel.size() - position) {
      return null;
    }
    long offset = position;
    position += header.sizeBytes;
    if (header.sizeBytes > maxChunkBytes) {
      throw new JfrException(
          offset, "chunk is " + header.sizeBytes + " bytes, the limit is " + maxChunkBytes);
    }
    ByteBuffer bytes = buffer((int) header.sizeBytes);
    read(bytes, offset);
    bytes.flip();
    return JfrChunk.of(offset, bytes);
  }

  private JfrException invalid(String problem) {
    long offset = position;
    position++;
    searching = true;
    return new JfrException(offset, problem);
  }

  /** Moves on to the next header, or to where one could begin once the file has grown. */
  private boolean findHeader() throws IOException {
    ByteBuffer window = ByteBuffer.allocate(SEARCH_BUFFER_BYTES);
    while (channel.size() - position >= ChunkHeader.SIZE_BYTES) {
      window.clear();
      window.limit((int) Math.min(window.capacity(), channel.size() - position));
      read(window, position);
      int last = window.position() - ChunkHeader.SIZE_BYTES;
      for (int i = 0; i <= last; i++) {
        if (window.getInt(i) == ChunkHeader.MAGIC && ChunkHeader.read(window, i) != null) {
          position += i;
          searching = false;
          return true;
        }
      }
      position += last + 1;
    }
    return false;
  }

  private ByteBuffer buffer(int size) {
    if (size > RETAINED_BUFFER_BYTES) {
      return ByteBuffer.allocate(size);
    }
    if (retained.capacity() < size) {
      retained = ByteBuffer.allocate(size);
    }
    retained.clear().limit(size);
    return retained;
  }

  private void read(ByteBuffer into, long from) throws IOException {
    while (into.hasRemaining()) {
      if (channel.read(into, from + into.position()) < 0) {
        throw new IOException("recording was cut while it was read, at byte " + from);
      }
    }
  }
}
