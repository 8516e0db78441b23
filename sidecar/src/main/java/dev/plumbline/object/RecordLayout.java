package dev.plumbline.object;

import dev.plumbline.gadget.Annotations;
import dev.plumbline.gadget.Field;
import dev.plumbline.gadget.FieldKind;
import dev.plumbline.kernel.btf.Btf;
import dev.plumbline.kernel.btf.BtfKind;
import dev.plumbline.kernel.btf.BtfMember;
import dev.plumbline.kernel.btf.MalformedBtfException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the fields of a data source lie in its records, by BTF: members of the key, then of the
 * value, structs flattened to dotted names (§2.4, §2.12 of the study of Inspektor Gadget). A member
 * whose name begins with two underscores is left out, as are bit fields and arrays of anything but
 * characters. Stack ids get a field of frames beside them: {@code X_raw} of type {@code
 * gadget_kernel_stack} the field {@code X}, {@code Y} of type {@code struct gadget_user_stack} the
 * field {@code Y.symbols}. Confined to the thread that reads; then immutable.
 */
final class RecordLayout {
  private static final int MAX_FIELDS = 512;
  private static final int MAX_DEPTH = 16;
  private static final String KERNEL_STACK = "gadget_kernel_stack";
  private static final String USER_STACK = "gadget_user_stack";
  private static final String RAW = "_raw";

  /** What a field is read from. */
  enum Source {
    BYTES,
    KERNEL_STACK_ID,
    USER_STACK_ID
  }

  /**
   * @param offset from the start of the record: the key's bytes, then the value's
   */
  record Slot(Field field, Source source, int offset, int size) {}

  private final Btf btf;
  private final List<Slot> slots = new ArrayList<>();
  private int pidOffset = -1;
  private int userPidOffset = -1;

  private RecordLayout(Btf btf) {
    this.btf = btf;
  }

  static RecordLayout of(Btf btf, ObjectMarkers.Iterator iterator, int keyBytes)
      throws MalformedBtfException {
    RecordLayout layout = new RecordLayout(btf);
    layout.addStruct("", iterator.keyType(), 0, 0);
    layout.addStruct("", iterator.valueType(), keyBytes, 0);
    return layout;
  }

  /** Of records that are one struct. */
  static RecordLayout of(Btf btf, ObjectMarkers.Tracer tracer) throws MalformedBtfException {
    RecordLayout layout = new RecordLayout(btf);
    layout.addStruct("", tracer.type(), 0, 0);
    return layout;
  }

  private void addStruct(String prefix, int type, int offset, int depth)
      throws MalformedBtfException {
    if (depth > MAX_DEPTH) {
      throw new MalformedBtfException("BTF struct " + type + " is nested too deep");
    }
    for (BtfMember member : btf.members(type)) {
      if (member.bitSize() == 0 && !member.name().startsWith("__") && slots.size() < MAX_FIELDS) {
        addMember(prefix, member, offset + member.offset(), depth);
      }
    }
  }

  private void addMember(String prefix, BtfMember member, int offset, int depth)
      throws MalformedBtfException {
    String name = prefix + member.name();
    int resolved = btf.resolve(member.type());
    BtfKind kind = btf.kind(resolved);
    if (kind == BtfKind.STRUCT || kind == BtfKind.UNION) {
      String inner = member.name().isEmpty() ? prefix : name + ".";
      addStruct(inner, resolved, offset, depth + 1);
      if (btf.name(resolved).equals(USER_STACK)) {
        addUserStack(name, resolved, offset);
      }
      return;
    }
    FieldKind fieldKind = kind(member.type());
    if (fieldKind == null) {
      return;
    }
    int size = btf.size(member.type());
    boolean isStackId = hasTypedef(member.type(), KERNEL_STACK);
    slots.add(new Slot(field(name, fieldKind, isStackId), Source.BYTES, offset, size));
    if (isStackId && name.endsWith(RAW)) {
      String stack = name.substring(0, name.length() - RAW.length());
      slots.add(new Slot(Field.of(stack, FieldKind.STACK), Source.KERNEL_STACK_ID, offset, size));
    }
    if (hasTypedef(member.type(), "gadget_pid") || name.equals("proc.pid")) {
      pidOffset = offset;
    }
  }

  private void addUserStack(String name, int struct, int offset) throws MalformedBtfException {
    int id = btf.memberOffset(struct, "stack_id");
    int pid = btf.memberOffset(struct, "tgid_level0");
    if (id >= 0) {
      slots.add(
          new Slot(
              Field.of(name + ".symbols", FieldKind.STACK), Source.USER_STACK_ID, offset + id, 4));
      userPidOffset = pid < 0 ? -1 : offset + pid;
    }
  }

  private static Field field(String name, FieldKind kind, boolean isHidden) {
    boolean isRaw = name.contains(RAW + ".") || isHidden;
    return isRaw
        ? Field.of(name, kind, Annotations.of(Map.of("columns.hidden", "true")))
        : Field.of(name, kind);
  }

  /** Null for a type that no field has. */
  private @Nullable FieldKind kind(int type) throws MalformedBtfException {
    int resolved = btf.resolve(type);
    int bytes;
    switch (btf.kind(resolved)) {
      case ARRAY -> {
        boolean isText = btf.size(btf.arrayElement(resolved)) == 1;
        return isText ? FieldKind.CSTRING : null;
      }
      case FLOAT -> {
        return btf.size(resolved) == 4 ? FieldKind.FLOAT32 : FieldKind.FLOAT64;
      }
      case INT, ENUM, ENUM64 -> bytes = btf.size(resolved);
      default -> {
        return null;
      }
    }
    boolean isSigned = btf.isSigned(resolved);
    if (bytes == 1 && (btf.name(resolved).equals("_Bool") || btf.name(resolved).equals("bool"))) {
      return FieldKind.BOOL;
    }
    return switch (bytes) {
      case 1 -> isSigned ? FieldKind.INT8 : FieldKind.UINT8;
      case 2 -> isSigned ? FieldKind.INT16 : FieldKind.UINT16;
      case 4 -> isSigned ? FieldKind.INT32 : FieldKind.UINT32;
      case 8 -> isSigned ? FieldKind.INT64 : FieldKind.UINT64;
      default -> null;
    };
  }

  /** Whether one of the typedefs on the way to the type has that name. */
  private boolean hasTypedef(int type, String name) throws MalformedBtfException {
    int at = type;
    for (int depth = 0; depth < MAX_DEPTH; depth++) {
      switch (btf.kind(at)) {
        case TYPEDEF -> {
          if (btf.name(at).equals(name)) {
            return true;
          }
          at = btf.target(at);
        }
        case CONST, VOLATILE, RESTRICT, TYPE_TAG -> at = btf.target(at);
        default -> {
          return false;
        }
      }
    }
    return false;
  }

  List<Slot> slots() {
    return List.copyOf(slots);
  }

  /** Where the process id of a record lies, in the initial pid namespace; -1 if it has none. */
  int pidOffset() {
    return pidOffset >= 0 ? pidOffset : userPidOffset;
  }
}
