package dev.plumbline.jfr.chunk;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Head of a chunk. Big-endian:
 *
 * <pre>
 *  0  magic "FLR\0"                 32  start, ns since the epoch
 *  4  version, 16.16, 2.x           40  duration, ns
 *  8  size of the chunk, bytes      48  start, ticks
 * 16  offset of the constant pool   56  ticks a second
 * 24  offset of the metadata        64  generation (JDK), 0 when finished; features
 * </pre>
 *
 * <p>An open chunk of async-profiler carries 1 GiB as its size and no offsets; one of the JDK a
 * generation other than 0. Immutable.
 */
public final class ChunkHeader {
  public static final int SIZE_BYTES = 68;
  static final int MAGIC = 0x464c5200;
  public static final long OPEN_CHUNK_SIZE = 1L << 30;

  private static final int VERSION = 4;
  private static final int CHUNK_SIZE = 8;
  private static final int CONSTANT_POOL_OFFSET = 16;
  private static final int METADATA_OFFSET = 24;
  private static final int START_NANOS = 32;
  private static final int DURATION_NANOS = 40;
  private static final int START_TICKS = 48;
  private static final int TICKS_PER_SECOND = 56;
  private static final int GENERATION = 64;

  final long sizeBytes;
  final long constantPoolOffset;
  final long metadataOffset;
  public final long startUnixNanos;
  public final long durationNanos;
  public final long startTicks;
  public final long ticksPerSecond;
  private final byte generation;

  private ChunkHeader(ByteBuffer bytes, int position) {
    sizeBytes = bytes.getLong(position + CHUNK_SIZE);
    constantPoolOffset = bytes.getLong(position + CONSTANT_POOL_OFFSET);
    metadataOffset = bytes.getLong(position + METADATA_OFFSET);
    startUnixNanos = bytes.getLong(position + START_NANOS);
    durationNanos = bytes.getLong(position + DURATION_NANOS);
    startTicks = bytes.getLong(position + START_TICKS);
    ticksPerSecond = bytes.getLong(position + TICKS_PER_SECOND);
    generation = bytes.get(position + GENERATION);
  }

  /** Null if there is no header of a known version; the buffer holds {@link #SIZE_BYTES} more. */
  public static @Nullable ChunkHeader read(ByteBuffer bytes, int position) {
    int major = bytes.getInt(position + VERSION) >>> 16;
    return bytes.getInt(position) == MAGIC && major == 2 ? new ChunkHeader(bytes, position) : null;
  }

  /** Whether the writer has not patched the header yet, so that nothing else may be trusted. */
  public boolean isOpen() {
    return sizeBytes == OPEN_CHUNK_SIZE
        || constantPoolOffset == 0
        || metadataOffset == 0
        || generation != 0;
  }
}
