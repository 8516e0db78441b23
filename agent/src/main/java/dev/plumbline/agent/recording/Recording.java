package dev.plumbline.agent.recording;

import dev.plumbline.agent.recording.StartCommand.Candidate;
import dev.plumbline.jfr.chunk.JfrChunk;
import dev.plumbline.jfr.chunk.JfrChunks;
import dev.plumbline.jfr.chunk.JfrException;
import java.io.IOException;
import java.util.function.LongPredicate;

/**
 * One recording of async-profiler: its file, how it was started, and what of it has been read.
 * Confined to the thread {@code plumbline-agent}.
 */
final class Recording implements AutoCloseable {
  private final RecordingFile file;
  private final JfrChunks chunks;
  private final Candidate candidate;
  private final long allocBytes;
  private boolean reclaims = true;

  /**
   * @param allocBytes bytes allocated between two samples, 0 for off
   * @param fitsHeap whether a chunk of that many bytes may be parsed now
   */
  Recording(RecordingFile file, Candidate candidate, long allocBytes, LongPredicate fitsHeap) {
    this.file = file;
    this.chunks = JfrChunks.of(file.channel(), JfrChunks.DEFAULT_MAX_CHUNK_BYTES, fitsHeap);
    this.candidate = candidate;
    this.allocBytes = allocBytes;
  }

  /**
   * Hands over what has been finished since the last call, in the order of the file; the open chunk
   * is never touched.
   *
   * @return how many chunks were finished, those without room in the heap among them
   * @throws BrokenRecordingException if there is no chunk where one must be; what came before it
   *     has been handed over
   */
  long readFinished(ChunkReceiver receiver) throws IOException, BrokenRecordingException {
    long before = chunks.finishedChunks();
    try {
      for (JfrChunk chunk = chunks.next(); chunk != null; chunk = chunks.next()) {
        receiver.accept(chunk);
      }
    } catch (JfrException e) {
      throw new BrokenRecordingException(String.valueOf(e.getMessage()));
    }
    return chunks.finishedChunks() - before;
  }

  /** Gives back the bytes that have been read, where the file can. */
  void reclaim() throws IOException {
    reclaims = file.reclaim(chunks.position());
  }

  /** Bytes of the file that have been read and cannot be given back. */
  long keptFileBytes() {
    return reclaims ? 0 : chunks.position();
  }

  RecordingFile file() {
    return file;
  }

  Candidate candidate() {
    return candidate;
  }

  long allocBytes() {
    return allocBytes;
  }

  /** Chunks that were left unread because the heap had no room for them. */
  long skippedChunks() {
    return chunks.skippedChunks();
  }

  @Override
  public void close() {
    file.close();
  }
}
