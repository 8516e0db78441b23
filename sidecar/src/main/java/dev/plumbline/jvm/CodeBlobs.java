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
  private final BlobFields fields;

  CodeBlobs(MemoryReader memory, HotSpotLayout layout, BlobFields fields) {
    this.memory = memory;
    this.layout = layout;
    this.fields = fields;
  }

  /** The address lies in the reserved range of a code heap. */
  boolean isCode(long address) {
    return heap(address) != null;
  }

  private @Nullable CodeHeap heap(long address) {
    for (CodeHeap heap : layout.heaps()) {
      if (address >= heap.low() && address < heap.high()) {
        return heap;
      }
    }
    return null;
  }

  /** The blob that holds the address, or null if none does (any more). */
  @Nullable CodeBlob find(long pc) throws IOException {
    CodeHeap heap = heap(pc);
    if (heap == null) {
      return null;
    }
    long segment = (pc - heap.low()) >> layout.segmentShift();
    for (int hop = 0; hop < MAX_HOPS && segment >= 0; hop++) {
      int back = memory.read(heap.segmentMap() + segment, 1).get(0) & 0xff;
      if (back == FREE) {
        return null;
      }
      if (back == 0) {
        long start = heap.low() + (segment << layout.segmentShift()) + layout.blockHeader();
        CodeBlob blob = read(start);
        return blob != null && blob.holds(pc) ? blob : null;
      }
      segment -= back;
    }
    return null;
  }

  /** The head at an address; null if it cannot be one. */
  @Nullable CodeBlob read(long start) throws IOException {
    ByteBuffer head = memory.read(start, fields.blobBytes());
    long nameAddress = fields.nameAddress(head);
    if (fields.blobSize(head) == 0 || nameAddress == 0) {
      return null;
    }
    String name = name(nameAddress);
    boolean isMethod = name.endsWith("nmethod");
    ByteBuffer whole = memory.read(start, isMethod ? fields.methodBytes() : fields.blobBytes());
    return isMethod ? fields.method(start, whole, name) : fields.stub(start, whole, name);
  }

  /**
   * The blob as it is now, if that is still the same code; null if the address was used again or is
   * free. One read.
   */
  @Nullable CodeBlob reread(CodeBlob known) throws IOException {
    int bytes = known.isMethod() ? fields.methodBytes() : fields.blobBytes();
    ByteBuffer head = memory.read(known.start(), bytes);
    CodeBlob now =
        known.isMethod()
            ? fields.method(known.start(), head, known.name())
            : fields.stub(known.start(), head, known.name());
    return known.isSame(now) ? now : null;
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
