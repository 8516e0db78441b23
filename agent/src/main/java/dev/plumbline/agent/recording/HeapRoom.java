package dev.plumbline.agent.recording;

import java.util.function.LongPredicate;

/**
 * Whether a chunk can be parsed without driving the application out of memory: parsing takes about
 * four times a chunk's bytes, and twice that must be free (agent study §4.1, §10). Stateless.
 */
public final class HeapRoom implements LongPredicate {
  private static final long HEAP_PER_CHUNK_BYTE = 4;
  private static final long RESERVE = 2;

  @Override
  public boolean test(long chunkBytes) {
    Runtime runtime = Runtime.getRuntime();
    long used = runtime.totalMemory() - runtime.freeMemory();
    return runtime.maxMemory() - used >= RESERVE * HEAP_PER_CHUNK_BYTE * chunkBytes;
  }
}
