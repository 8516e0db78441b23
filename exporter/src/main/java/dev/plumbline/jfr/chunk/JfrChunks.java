package dev.plumbline.jfr.chunk;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the finished chunks of a recording that may still be growing (§3.3 of the agent study). The
 * open chunk is never handed out. Where the bytes at hand are no chunk, that is reported once and
 * the search goes on at the next header. A chunk for which there is no memory now is passed over
 * and counted. Confined to one thread; the channel stays the caller's.
 */
public final class JfrChunks {
  /** Larger than any chunk of a session of ours; a foreign one over it is skipped. */
  public static final int DEFAULT_MAX_CHUNK_BYTES = 128 << 20;

  /** A buffer up to this size is kept for the next chunk. */
  private static final int RETAINED_BUFFER_BYTES = 1 << 20;

  /** One read: the JDK keeps a direct buffer of this size for the thread. */
  private static final int READ_BYTES = 64 << 10;

  private static final int SEARCH_BUFFER_BYTES = 64 << 10;

  private final FileChannel channel;
  private final int maxChunkBytes;
  private final LongPredicate fitsMemory;
  private final ByteBuffer head = ByteBuffer.allocate(ChunkHeader.SIZE_BYTES);
  private ByteBuffer retained = ByteBuffer.allocate(0);
  private long position;
  private long finishedChunks;
  private long skippedChunks;
  private boolean searching;

  private JfrChunks(FileChannel channel, int maxChunkBytes, LongPredicate fitsMemory) {
    this.channel = requireNonNull(channel, "channel");
    this.maxChunkBytes = maxChunkBytes;
    this.fitsMemory = requireNonNull(fitsMemory, "fitsMemory");
  }

  /** Chunks of that file from its first byte on. */
  public static JfrChunks of(FileChannel channel) {
    return of(channel, DEFAULT_MAX_CHUNK_BYTES, sizeBytes -> true);
  }

  /**
   * As {@link #of(FileChannel)}, with another bound.
   *
   * @param fitsMemory whether a chunk of that many bytes may be read now
   */
  public static JfrChunks of(FileChannel channel, int maxChunkBytes, LongPredicate fitsMemory) {
    return new JfrChunks(channel, maxChunkBytes, fitsMemory);
  }

  /**
   * First byte that has not been handed out: what lies before it may be reclaimed once the last
   * chunk is decoded. Below the file's size there is an open or cut chunk.
   */
  public long position() {
    return position;
  }

  /** Finished chunks so far, those that were passed over among them. */
  public long finishedChunks() {
    return finishedChunks;
  }

  /** Finished chunks that were passed over for want of memory. */
  public long skippedChunks() {
    return skippedChunks;
  }

  /**
   * The next finished chunk, or null if there is none yet. Its bytes hold until the next call.
   *
   * @throws JfrException if the bytes at {@link #position()} are no chunk or one over the bound;
   *     the next call goes on after it
   */
  public @Nullable JfrChunk next() throws IOException, JfrException {
    while (true) {
      ChunkHeader header = finished();
      if (header == null) {
        return null;
      }
      long offset = position;
      position += header.sizeBytes;
      finishedChunks++;
      if (header.sizeBytes > maxChunkBytes) {
        throw new JfrException(
            offset, "chunk is " + header.sizeBytes + " bytes, the limit is " + maxChunkBytes);
      }
      if (fitsMemory.test(header.sizeBytes)) {
        ByteBuffer bytes = buffer((int) header.sizeBytes);
        read(bytes, offset);
        bytes.flip();
        return JfrChunk.of(offset, bytes);
      }
      skippedChunks++;
    }
  }

  /** The header at the position if its chunk is whole, else null. */
  private @Nullable ChunkHeader finished() throws IOException, JfrException {
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
    return header.sizeBytes > channel.size() - position ? null : header;
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
    int end = into.limit();
    while (into.position() < end) {
      into.limit(Math.min(end, into.position() + READ_BYTES));
      if (channel.read(into, from + into.position()) < 0) {
        throw new IOException("recording was cut while it was read, at byte " + from);
      }
    }
  }
}
