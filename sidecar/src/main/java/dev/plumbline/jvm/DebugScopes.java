package dev.plumbline.jvm;

import dev.plumbline.jvm.CodeBlob.Range;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which calls stand at a pc of compiled code. A {@code PcDesc} per described pc names a scope:
 * three packed numbers for the caller's scope, the method's place in the metadata, and the byte
 * code index plus one. Confined to the thread that reads the target.
 */
final class DebugScopes {
  /** HotSpot inlines at most some 15 levels, method handles a few more. */
  private static final int MAX_DEPTH = 256;

  /** A call level: address of its {@code Method}, byte code index or -1 at the method's entry. */
  record Scope(long method, int bci) {}

  private final MemoryReader memory;
  private final Unsigned5.Encoding encoding;
  private final int descriptionBytes;
  private final int pcField;
  private final int scopeField;

  DebugScopes(MemoryReader memory, VmStructs structs, Unsigned5.Encoding encoding)
      throws UnsupportedJvmException {
    this.memory = memory;
    this.encoding = encoding;
    this.descriptionBytes = structs.size("PcDesc");
    this.pcField = structs.offset("PcDesc._pc_offset");
    this.scopeField = structs.offset("PcDesc._scope_decode_offset");
    if (descriptionBytes < 8
        || pcField > descriptionBytes - 4
        || scopeField > descriptionBytes - 4) {
      throw new UnsupportedJvmException("unsupported layout: PcDesc of " + descriptionBytes);
    }
  }

  /**
   * The call levels at a pc, innermost first; empty where nothing is described (prologue, stubs);
   * null if the information contradicts itself.
   */
  @Nullable List<Scope> at(CodeBlob blob, long pc) throws IOException {
    int scope = scopeOffset(blob, pc);
    if (scope == 0) {
      return List.of();
    }
    Range range = blob.scopes();
    List<int[]> levels = new ArrayList<>();
    if (range.bytes() == 0) {
      return null;
    }
    ByteBuffer bytes = memory.read(range.address(), range.bytes());
    while (scope != 0) {
      Unsigned5 cursor = new Unsigned5(bytes, scope, range.bytes(), encoding);
      int caller = cursor.next();
      levels.add(new int[] {cursor.next(), cursor.next() - 1});
      // A caller's scope is written before those of its callees.
      if (cursor.isPastEnd() || caller < 0 || caller >= scope || levels.size() > MAX_DEPTH) {
        return null;
      }
      scope = caller;
    }
    return named(blob, levels);
  }

  /** The scope of the first described pc at or after this one: the call, or the next safepoint. */
  private int scopeOffset(CodeBlob blob, long pc) throws IOException {
    Range range = blob.descriptions();
    if (range.bytes() < descriptionBytes) {
      return 0;
    }
    ByteBuffer table = memory.read(range.address(), range.bytes());
    long wanted = pc - blob.codeBegin();
    int low = 0;
    int high = range.bytes() / descriptionBytes;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (table.getInt(middle * descriptionBytes + pcField) < wanted) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == range.bytes() / descriptionBytes
        ? 0
        : Math.max(0, table.getInt(low * descriptionBytes + scopeField));
  }

  private @Nullable List<Scope> named(CodeBlob blob, List<int[]> levels) throws IOException {
    int count = blob.metadata().bytes() / 8;
    if (count == 0) {
      return null;
    }
    ByteBuffer metadata = memory.read(blob.metadata().address(), count * 8);
    List<Scope> scopes = new ArrayList<>(levels.size());
    for (int[] level : levels) {
      if (level[0] < 1 || level[0] > count) {
        return null;
      }
      scopes.add(new Scope(metadata.getLong((level[0] - 1) * 8), level[1]));
    }
    return scopes;
  }
}
