package dev.plumbline.agent.recording;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.function.LongPredicate;

/**
 * Reads the finished chunks of a recording in the order of the file; the open one is never touched.
 * Layout of a chunk's header, big-endian: magic {@code FLR\0} at 0, version at 4, size of the whole
 * chunk at 8 (agent study §3.3). Confined to its thread.
 */
final class ChunkReader {
  static final int MAGIC = 0x464C5200;
  static final int SIZE_OFFSET = 8;
  static final int HEADER_LENGTH = 68;

  /** What async-profiler writes as the size of the open chunk. */
  static final long OPEN_CHUNK_SIZE = 1L << 30;

  /** Far above {@code chunksize}; a larger one is no chunk of ours. */
  static final int MAX_CHUNK_BYTES = 256 << 20;

  /** One read; the JDK keeps a direct buffer of this size for the thread. */
  private static final int READ_BYTES = 64 << 10;

  /** A buffer up to this size is kept for the next chunk. */
  private static final int MAX_KEPT_BYTES = 1 << 20;

  private final FileChannel channel;
  private final LongPredicate fitsHeap;
  private final ByteBuffer header = ByteBuffer.allocate(HEADER_LENGTH);
  private byte[] kept = new byte[0];
  private long position;
  private long skippedChunks;

  /**
   * @param fitsHeap whether a chunk of that many bytes may be parsed now
   */
  ChunkReader(FileChannel channel, LongPredicate fitsHeap) {
    this.channel = requireNonNull(channel, "channel");
    this.fitsHeap = requireNonNull(fitsHeap, "fitsHeap");
  }

  /** Offset behind the last finished chunk that was read or skipped. */
  long position() {
    return position;
  }

  /** Chunks left unread because the heap had no room for them. */
  long skippedChunks() {
    return skippedChunks;
  }

  /**
   * Hands over what has been finished since the last call.
   *
   * @return how many chunks were finished, the skipped ones among them
   * @throws BrokenRecordingException if there is no chunk where one must be; what came before it
   *     has been handed over
   */
  int readFinished(ChunkReceiver receiver) throws IOException, BrokenRecordingException {
    int count = 0;
    long length = channel.size();
    while (position + HEADER_LENGTH <= length) {
      long size = chunkSize();
      if (position + size > length) {
        if (size == OPEN_CHUNK_SIZE) {
          return count;
        }
        throw new BrokenRecordingException(
            "chunk at " + position + " has " + size + " bytes, the file ends at " + length);
      }
      long offset = position;
      position += size;
      count++;
      read(offset, size, receiver);
    }
    return count;
  }

  private long chunkSize() throws IOException, BrokenRecordingException {
    header.clear();
    while (header.hasRemaining()) {
      if (channel.read(header, position + header.position()) < 0) {
        throw new BrokenRecordingException("the file ends in a chunk's header at " + position);
      }
    }
    if (header.getInt(0) != MAGIC) {
      throw new BrokenRecordingException(
          "no chunk at " + position + ": it starts with " + Integer.toHexString(header.getInt(0)));
    }
    long size = header.getLong(SIZE_OFFSET);
    if (size < HEADER_LENGTH || (size > MAX_CHUNK_BYTES && size != OPEN_CHUNK_SIZE)) {
      throw new BrokenRecordingException("chunk at " + position + " has size " + size);
    }
    return size;
  }

  private void read(long offset, long size, ChunkReceiver receiver)
      throws IOException, BrokenRecordingException {
    if (!fitsHeap.test(size)) {
      skippedChunks++;
      return;
    }
    byte[] bytes = size <= kept.length ? kept : new byte[(int) size];
    if (bytes.length <= MAX_KEPT_BYTES) {
      kept = bytes;
    }
    ByteBuffer chunk = ByteBuffer.wrap(bytes, 0, (int) size);
    while (chunk.position() < size) {
      chunk.limit((int) Math.min(size, (long) chunk.position() + READ_BYTES));
      if (channel.read(chunk, offset + chunk.position()) < 0) {
        throw new BrokenRecordingException("the file ends in the chunk at " + offset);
      }
    }
    chunk.position(0);
    receiver.accept(chunk);
  }
}
