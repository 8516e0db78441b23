package dev.plumbline.jvm;

import dev.plumbline.jvm.CodeBlob.Range;
import java.nio.ByteBuffer;

/**
 * Where the fields of {@code CodeBlob} and {@code nmethod} lie. Two generations, told apart by
 * {@code CodeBlob._code_offset}: with it (JDK 25) debug information lies outside the blob, in
 * immutable and mutable data; without it (JDK 17) inside, by offsets from its start. Immutable.
 */
final class BlobFields {
  private static final int MAX_BLOB_BYTES = 1 << 28;
  private static final int MAX_DESCRIPTIONS_BYTES = 1 << 21;
  private static final int MAX_SCOPES_BYTES = 1 << 22;
  private static final int MAX_HEAD_BYTES = 1024;

  private final boolean isSplit;
  private final int blockBytes;
  private final int used;
  private final int blobBytes;
  private final int methodBytes;
  private final int size;
  private final int name;
  private final int code;
  private final int method;
  private final int compileId;
  private final int descriptionsOffset;
  private final int scopesOffset;
  private final int metadataOffset;
  private final int descriptionsEnd;
  private final int immutable;
  private final int immutableSize;
  private final int mutable;
  private final int mutableSize;

  BlobFields(VmStructs structs) throws UnsupportedJvmException {
    this.isSplit = structs.hasField("CodeBlob._code_offset");
    this.blockBytes = structs.size("HeapBlock");
    this.used = structs.offset("HeapBlock._header") + structs.offset("HeapBlock::Header._used");
    this.blobBytes = structs.size("CodeBlob");
    this.methodBytes = structs.size("nmethod");
    this.size = structs.offset("CodeBlob._size");
    this.name = structs.offset("CodeBlob._name");
    this.code = structs.firstOffset("CodeBlob._code_begin", "CodeBlob._code_offset");
    this.method = structs.firstOffset("CompiledMethod._method", "nmethod._method");
    this.compileId = structs.offset("nmethod._compile_id");
    this.descriptionsOffset = structs.offset("nmethod._scopes_pcs_offset");
    if (isSplit) {
      this.scopesOffset = structs.offset("nmethod._scopes_data_offset");
      this.metadataOffset = structs.offset("CodeBlob._relocation_size");
      this.descriptionsEnd = scopesOffset;
      this.immutable = structs.offset("nmethod._immutable_data");
      this.immutableSize = structs.offset("nmethod._immutable_data_size");
      this.mutable = structs.offset("CodeBlob._mutable_data");
      this.mutableSize = structs.offset("CodeBlob._mutable_data_size");
    } else {
      this.scopesOffset = structs.offset("CompiledMethod._scopes_data_begin");
      this.metadataOffset = structs.offset("nmethod._metadata_offset");
      this.descriptionsEnd = structs.offset("nmethod._dependencies_offset");
      this.immutable = 0;
      this.immutableSize = 0;
      this.mutable = 0;
      this.mutableSize = 0;
    }
    checkThatHeadsHoldThem();
  }

  private void checkThatHeadsHoldThem() throws UnsupportedJvmException {
    for (int field : new int[] {size, name, code}) {
      if (field > blobBytes - 8) {
        throw new UnsupportedJvmException("CodeBlob has a field at " + field + " of " + blobBytes);
      }
    }
    int last = 0;
    for (int field :
        new int[] {
          method,
          compileId,
          descriptionsOffset,
          scopesOffset,
          metadataOffset,
          descriptionsEnd,
          immutable,
          immutableSize,
          mutable,
          mutableSize
        }) {
      last = Math.max(last, field);
    }
    if (used >= blockBytes || blockBytes > MAX_HEAD_BYTES) {
      throw new UnsupportedJvmException("HeapBlock has " + blockBytes + " bytes, field at " + used);
    }
    if (methodBytes > MAX_HEAD_BYTES || blobBytes > methodBytes || last > methodBytes - 8) {
      throw new UnsupportedJvmException(
          "nmethod has " + methodBytes + " bytes and a field at " + last);
    }
  }

  /** Size of the header that stands before each blob. */
  int blockBytes() {
    return blockBytes;
  }

  /** The block is in use, from its header. */
  boolean isUsed(ByteBuffer header) {
    return header.get(used) != 0;
  }

  /** Size of the head that every blob has. */
  int blobBytes() {
    return blobBytes;
  }

  /** Size of the head of compiled methods. */
  int methodBytes() {
    return methodBytes;
  }

  /** Address of the name, from a head of {@link #blobBytes()}. */
  long nameAddress(ByteBuffer head) {
    return head.getLong(name);
  }

  /** Size of the blob; 0 if it cannot be one. */
  int blobSize(ByteBuffer head) {
    int bytes = head.getInt(size);
    return bytes < blobBytes || bytes > MAX_BLOB_BYTES ? 0 : bytes;
  }

  private long codeBegin(long start, ByteBuffer head) {
    return isSplit ? start + head.getInt(code) : head.getLong(code);
  }

  /** A blob that is no compiled method, from a head of {@link #blobBytes()}. */
  CodeBlob stub(long start, ByteBuffer head, String name) {
    return new CodeBlob(
        start,
        codeBegin(start, head),
        start + blobSize(head),
        nameAddress(head),
        name,
        0,
        0,
        Range.EMPTY,
        Range.EMPTY,
        Range.EMPTY);
  }

  /** A compiled method, from a head of {@link #methodBytes()}. */
  CodeBlob method(long start, ByteBuffer head, String name) {
    Range descriptions;
    Range scopes;
    Range metadata;
    if (isSplit) {
      long data = head.getLong(immutable);
      int from = head.getInt(descriptionsOffset);
      int to = head.getInt(scopesOffset);
      descriptions = range(data + from, to - (long) from, MAX_DESCRIPTIONS_BYTES);
      scopes = range(data + to, head.getInt(immutableSize) - (long) to, MAX_SCOPES_BYTES);
      int relocations = head.getInt(metadataOffset) + 7 & ~7;
      metadata =
          range(
              head.getLong(mutable) + relocations,
              head.getInt(mutableSize) - (long) relocations,
              MAX_SCOPES_BYTES);
    } else {
      long from = start + head.getInt(descriptionsOffset);
      long scopesBegin = head.getLong(scopesOffset);
      long metadataBegin = start + head.getInt(metadataOffset);
      descriptions =
          range(from, start + head.getInt(descriptionsEnd) - from, MAX_DESCRIPTIONS_BYTES);
      scopes = range(scopesBegin, from - scopesBegin, MAX_SCOPES_BYTES);
      metadata = range(metadataBegin, scopesBegin - metadataBegin, MAX_SCOPES_BYTES);
    }
    return new CodeBlob(
        start,
        codeBegin(start, head),
        start + blobSize(head),
        nameAddress(head),
        name,
        head.getInt(compileId),
        head.getLong(method),
        descriptions,
        scopes,
        metadata);
  }

  private static Range range(long address, long bytes, int limit) {
    return bytes <= 0 || bytes > limit ? Range.EMPTY : new Range(address, (int) bytes);
  }
}
