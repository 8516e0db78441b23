package dev.plumbline.jvm;

import dev.plumbline.kernel.unwind.HotSpotLayout;
import dev.plumbline.kernel.unwind.HotSpotLayout.CodeHeap;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Finds code in the code cache as it is now. A byte per segment of a heap tells how far back the
 * blob begins. Nothing is cached here. Confined to the thread that reads the target.
 */
final class CodeBlobs {
  private static final int FREE = 0xff;
  private static final int MAX_HOPS = 4096;
  private static final int MAX_NAME_BYTES = 128;
  private static final int PAGE = 4096;

  private final MemoryReader memory;
  private final HotSpotLayout layout;
  private final CodeHeap[] heaps; // asked for each word of each stack
  private final BlobFields fields;

  CodeBlobs(MemoryReader memory, HotSpotLayout layout, BlobFields fields) {
    this.memory = memory;
    this.layout = layout;
    this.heaps = layout.heaps().toArray(new CodeHeap[0]);
    this.fields = fields;
  }

  /** The address lies in the reserved range of a code heap. */
  boolean isCode(long address) {
    return heap(address) != null;
  }

  private @Nullable CodeHeap heap(long address) {
    for (CodeHeap heap : heaps) {
      if (address >= heap.low() && address < heap.high()) {
        return heap;
      }
    }
    return null;
  }

  /** The blob that holds the address, or null if none does (any more). */
  @Nullable CodeBlob find(long pc) throws IOException {
    long start = start(pc);
    if (start == 0) {
      return null;
    }
    ByteBuffer head = head(start, fields.blobBytes());
    if (head == null || fields.blobSize(head) == 0 || fields.nameAddress(head) == 0) {
      return null;
    }
    String name = name(fields.nameAddress(head));
    if (name.isEmpty() || name.chars().anyMatch(Character::isISOControl)) {
      return null;
    }
    CodeBlob blob = read(start, name.endsWith("nmethod"), name);
    return blob != null && blob.holds(pc) ? blob : null;
  }

  /**
   * The blob is still the same code. Memory that was freed and used again for a block that begins
   * elsewhere may still hold the old head, so the map is asked whether one begins here. Stubs are
   * made once and stay.
   */
  boolean isUnchanged(CodeBlob known) throws IOException {
    if (!known.isMethod()) {
      return true;
    }
    if (start(known.start()) != known.start()) {
      return false;
    }
    CodeBlob now = read(known.start(), known.isMethod(), known.name());
    return now != null && known.isSame(now);
  }

  /** Where the block begins that holds the address; 0 if it is free. */
  private long start(long pc) throws IOException {
    CodeHeap heap = heap(pc);
    long segment = heap == null ? -1 : (pc - heap.low()) >> layout.segmentShift();
    for (int hop = 0; heap != null && hop < MAX_HOPS && segment >= 0; hop++) {
      int back = memory.read(heap.segmentMap() + segment, 1).get(0) & 0xff;
      if (back == FREE) {
        return 0;
      }
      if (back == 0) {
        return heap.low() + (segment << layout.segmentShift()) + layout.blockHeader();
      }
      segment -= back;
    }
    return 0;
  }

  private @Nullable CodeBlob read(long start, boolean isMethod, String name) throws IOException {
    ByteBuffer head = head(start, isMethod ? fields.methodBytes() : fields.blobBytes());
    if (head == null) {
      return null;
    }
    return isMethod ? fields.method(start, head, name) : fields.stub(start, head, name);
  }

  /** Bytes from the blob's start on; null if its block is free. */
  private @Nullable ByteBuffer head(long start, int bytes) throws IOException {
    int before = fields.blockBytes();
    ByteBuffer block = memory.read(start - before, before + bytes);
    return fields.isUsed(block) ? block.slice(before, bytes).order(block.order()) : null;
  }

  /** A name of at most 128 bytes; never reads into a page that it need not. */
  private String name(long address) throws IOException {
    byte[] name = new byte[MAX_NAME_BYTES];
    int length = 0;
    while (length < MAX_NAME_BYTES) {
      long at = address + length;
      int part = (int) Math.min(MAX_NAME_BYTES - length, PAGE - (at & PAGE - 1));
      ByteBuffer bytes = memory.read(at, part);
      for (int i = 0; i < part; i++) {
        byte b = bytes.get(i);
        if (b == 0) {
          return new String(name, 0, length, StandardCharsets.UTF_8);
        }
        name[length++] = b;
      }
    }
    return new String(name, StandardCharsets.UTF_8);
  }
}
