package dev.plumbline.jfr.chunk;

import java.util.HashMap;
import java.util.Map;

/**
 * Walks a chunk before the reader does and refuses it where the reader would allocate without
 * bound, loop or recurse: after this a chunk costs time and memory in proportion to its bytes. What
 * merely makes no sense is left to the reader. Confined to one thread.
 */
public final class ChunkVerifier {
  private static final int CHUNK_HEADER_CONSTANT_BYTES = ChunkHeader.SIZE_BYTES + 3;

  private static final long MAX_NANOS = Long.MAX_VALUE / 2;

  private final ChunkCursor cursor;
  private final ChunkHeader header;
  private final ChunkMetadata metadata;
  private final LongIndex truncatedStacks = new LongIndex();
  private final Map<Long, String> threadNames = new HashMap<>();

  private ChunkVerifier(ChunkCursor cursor, ChunkHeader header, ChunkMetadata metadata) {
    this.cursor = cursor;
    this.header = header;
    this.metadata = metadata;
  }

  /**
   * What the chunk says and the reader keeps to itself.
   *
   * @throws JfrException if the chunk is refused
   */
  public static VerifiedChunk verify(JfrChunk chunk, ChunkHeader header) throws JfrException {
    ChunkCursor cursor = new ChunkCursor(chunk.bytes(), chunk.offset());
    verifyHeader(chunk, header);
    cursor.moveTo((int) header.metadataOffset);
    ChunkMetadata metadata = ChunkMetadata.read(cursor);
    ChunkVerifier verifier = new ChunkVerifier(cursor, header, metadata);
    verifier.verifyEvents();
    verifier.verifyConstantPools();
    return new VerifiedChunk(header, metadata, verifier.truncatedStacks, verifier.threadNames);
  }

  private static void verifyHeader(JfrChunk chunk, ChunkHeader header) throws JfrException {
    if (header.isOpen() || header.sizeBytes != chunk.sizeBytes()) {
      throw new JfrException(
          chunk.offset(),
          "chunk is open or says " + header.sizeBytes + " bytes and has " + chunk.sizeBytes());
    }
    for (long offset : new long[] {header.metadataOffset, header.constantPoolOffset}) {
      if (offset < ChunkHeader.SIZE_BYTES || offset >= header.sizeBytes) {
        throw new JfrException(
            chunk.offset(), "table at " + offset + " of " + header.sizeBytes + " bytes");
      }
    }
    if (header.startUnixNanos <= 0
        || header.startUnixNanos > MAX_NANOS
        || header.durationNanos > MAX_NANOS
        || header.ticksPerSecond <= 0) {
      throw new JfrException(
          chunk.offset(),
          "chunk starts at "
              + header.startUnixNanos
              + " ns, lasts "
              + header.durationNanos
              + " ns and has "
              + header.ticksPerSecond
              + " ticks a second");
    }
  }

  private void verifyEvents() throws JfrException {
    int position = ChunkHeader.SIZE_BYTES;
    while (position < header.sizeBytes) {
      cursor.moveTo(position);
      int size = cursor.varint();
      if (size <= cursor.position() - position || size > header.sizeBytes - position) {
        throw cursor.broken(
            "event is " + size + " bytes where " + (header.sizeBytes - position) + " are left");
      }
      position += size;
    }
  }

  /** Pools are chained backwards; each must lie wholly before the one that refers to it. */
  private void verifyConstantPools() throws JfrException {
    long position = header.constantPoolOffset;
    long end = header.sizeBytes;
    while (true) {
      cursor.moveTo((int) position);
      int size = cursor.varint();
      if (size <= 0 || size > end - position) {
        throw cursor.broken("constant pool is " + size + " bytes, at most " + (end - position));
      }
      cursor.varint();
      cursor.skipVarlongs(2);
      long delta = cursor.varlong();
      cursor.varint();
      verifyPool(cursor.count(2));
      if (cursor.position() > position + size) {
        throw cursor.broken("constant pool is longer than its " + size + " bytes");
      }
      end = position;
      position += delta;
      if (delta == 0 || position <= 0) {
        return;
      }
      if (delta > 0 || position < ChunkHeader.SIZE_BYTES) {
        throw cursor.broken("constant pool refers to one at " + position);
      }
    }
  }

  private void verifyPool(int poolCount) throws JfrException {
    for (int i = 0; i < poolCount; i++) {
      int id = cursor.varint();
      ChunkMetadata.Type type = metadata.type(id);
      if (type == null) {
        throw cursor.broken("constants of type " + id + ", which is not declared");
      }
      verifyConstants(type);
    }
  }

  private void verifyConstants(ChunkMetadata.Type type) throws JfrException {
    switch (type.name) {
      case "jdk.types.ChunkHeader":
        cursor.skip(CHUNK_HEADER_CONSTANT_BYTES);
        break;
      case "java.lang.Thread":
        verifyThreads(Math.max(0, type.fields.size() - 4));
        break;
      case "java.lang.Class":
        verifyNumbers(4, 1, Math.max(0, type.fields.size() - 4));
        break;
      case "jdk.types.Method":
        verifyNumbers(4, 2, 0);
        break;
      case "java.lang.String":
        verifyStrings();
        break;
      case "jdk.types.Symbol":
        verifySymbols();
        break;
      case "jdk.types.StackTrace":
        verifyStackTraces();
        break;
      default:
        verifyOthers(type);
    }
  }

  private void verifyThreads(int furtherFields) throws JfrException {
    int count = cursor.count(5);
    for (int i = 0; i < count; i++) {
      long id = cursor.varlong();
      String osName = cursor.string();
      cursor.varint();
      String javaName = cursor.string();
      threadNames.put(id, javaName.isEmpty() ? osName : javaName);
      cursor.skipVarlongs(1 + furtherFields);
    }
  }

  /** So many numbers of 64 bits, then of 32, then of 64: the two end differently if overlong. */
  private void verifyNumbers(int longs, int ints, int furtherLongs) throws JfrException {
    int count = cursor.count(longs + ints);
    for (int i = 0; i < count; i++) {
      cursor.skipVarlongs(longs);
      for (int k = 0; k < ints; k++) {
        cursor.varint();
      }
      cursor.skipVarlongs(furtherLongs);
    }
  }

  private void verifyStrings() throws JfrException {
    int count = cursor.count(2);
    for (int i = 0; i < count; i++) {
      cursor.varlong();
      cursor.skipString();
    }
  }

  private void verifySymbols() throws JfrException {
    int count = cursor.count(3);
    for (int i = 0; i < count; i++) {
      cursor.varlong();
      byte encoding = cursor.next();
      if (encoding != 3) {
        throw cursor.broken("symbol has encoding " + encoding + ", expected 3");
      }
      cursor.skip(cursor.varint());
    }
  }

  private void verifyStackTraces() throws JfrException {
    int count = cursor.count(3);
    for (int i = 0; i < count; i++) {
      long id = cursor.varlong();
      if (cursor.varint() != 0) {
        truncatedStacks.put(id, 0);
      }
      int depth = cursor.count(4);
      for (int frame = 0; frame < depth; frame++) {
        cursor.varlong();
        cursor.varint();
        cursor.varint();
        cursor.next();
      }
    }
  }

  private void verifyOthers(ChunkMetadata.Type type) throws JfrException {
    if (type.isSimple && type.fields.size() == 1) {
      verifyStrings();
      return;
    }
    int count = cursor.count(1);
    for (int i = 0; i < count; i++) {
      cursor.varlong();
      for (ChunkMetadata.FieldType field : type.fields) {
        if (metadata.isString(field)) {
          cursor.skipString();
        } else {
          cursor.varlong();
        }
      }
    }
  }
}
