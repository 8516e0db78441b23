package dev.plumbline.kernel.btf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A table of BTF types, addressed by type id. Immutable and thread-safe. Reading the kernel's own
 * (5.5 MB, 130,000 types) builds only an index of positions; names are decoded when asked for.
 */
public final class Btf {
  /** The running kernel's types; needs {@code CONFIG_DEBUG_INFO_BTF}. */
  public static final Path KERNEL = Path.of("/sys/kernel/btf/vmlinux");

  /** Largest accepted image in bytes. */
  static final int MAX_BYTES = 64 << 20;

  private static final int MAGIC = 0xeb9f;
  private static final int TYPE_HEADER_BYTES = 12;

  /** Deepest chain of typedefs, arrays and anonymous members that is followed. */
  private static final int MAX_DEPTH = 32;

  private static final int MAX_NAME_BYTES = 4096;

  private final ByteBuffer bytes;
  private final int stringsStart;
  private final int stringsEnd;
  private final int[] positions;

  private Btf(ByteBuffer image) throws MalformedBtfException {
    this.bytes = image.slice().asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    int size = bytes.capacity();
    if (size < 24 || size > MAX_BYTES || (bytes.getShort(0) & 0xffff) != MAGIC) {
      throw new MalformedBtfException("no little-endian BTF: " + size + " bytes or another magic");
    }
    long header = bytes.getInt(4) & 0xffffffffL;
    long types = header + (bytes.getInt(8) & 0xffffffffL);
    long typesEnd = types + (bytes.getInt(12) & 0xffffffffL);
    long strings = header + (bytes.getInt(16) & 0xffffffffL);
    long stringsLimit = strings + (bytes.getInt(20) & 0xffffffffL);
    if (header < 24 || typesEnd > size || stringsLimit > size) {
      throw new MalformedBtfException(
          "BTF types end at " + typesEnd + ", strings at " + stringsLimit + " of " + size);
    }
    this.stringsStart = (int) strings;
    this.stringsEnd = (int) stringsLimit;
    this.positions = index((int) types, (int) typesEnd);
  }

  /** Reads an image in memory. */
  public static Btf of(ByteBuffer image) throws MalformedBtfException {
    return new Btf(image);
  }

  /** Reads a file such as {@link #KERNEL}. */
  public static Btf read(Path file) throws IOException {
    return new Btf(ByteBuffer.wrap(Files.readAllBytes(file)));
  }

  private int[] index(int start, int end) throws MalformedBtfException {
    int[] found = new int[1024];
    int count = 1; // id 0 is void and has no bytes
    int at = start;
    while (at < end) {
      if (at + TYPE_HEADER_BYTES > end) {
        throw new MalformedBtfException("BTF type " + count + " is cut off");
      }
      int info = bytes.getInt(at + 4);
      int trailing = BtfKind.of(info >> 24 & 31).trailingBytes(info & 0xffff);
      if (at + TYPE_HEADER_BYTES + trailing > end) {
        throw new MalformedBtfException("BTF type " + count + " is cut off");
      }
      if (count == found.length) {
        found = Arrays.copyOf(found, count * 2);
      }
      found[count++] = at;
      at += TYPE_HEADER_BYTES + trailing;
    }
    return Arrays.copyOf(found, count);
  }

  /** Number of types, void included; ids are below it. */
  public int count() {
    return positions.length;
  }

  private int position(int type) throws MalformedBtfException {
    if (type <= 0 || type >= positions.length) {
      throw new MalformedBtfException("BTF type " + type + " of " + positions.length);
    }
    return positions[type];
  }

  /** The kind of a type. */
  public BtfKind kind(int type) throws MalformedBtfException {
    return type == 0 ? BtfKind.VOID : BtfKind.of(bytes.getInt(position(type) + 4) >> 24 & 31);
  }

  /** The name, empty for an anonymous type. */
  public String name(int type) throws MalformedBtfException {
    return type == 0 ? "void" : string(bytes.getInt(position(type)));
  }

  /** Number of members, enumerators, parameters or variables. */
  public int elementCount(int type) throws MalformedBtfException {
    return bytes.getInt(position(type) + 4) & 0xffff;
  }

  /** What a pointer, typedef, modifier, function or variable refers to. */
  public int target(int type) throws MalformedBtfException {
    return bytes.getInt(position(type) + 8);
  }

  /** The type behind typedefs, const, volatile, restrict and tags. */
  public int resolve(int type) throws MalformedBtfException {
    int at = type;
    for (int depth = 0; depth < MAX_DEPTH; depth++) {
      if (!kind(at).isModifier()) {
        return at;
      }
      at = target(at);
    }
    throw new MalformedBtfException("BTF type " + type + " is a typedef of itself");
  }

  /** Number of elements of an array type. */
  public int arrayLength(int type) throws MalformedBtfException {
    return bytes.getInt(array(type) + TYPE_HEADER_BYTES + 8);
  }

  /** Type of an array's elements. */
  public int arrayElement(int type) throws MalformedBtfException {
    return bytes.getInt(array(type) + TYPE_HEADER_BYTES);
  }

  private int array(int type) throws MalformedBtfException {
    int resolved = resolve(type);
    if (kind(resolved) != BtfKind.ARRAY) {
      throw new MalformedBtfException("BTF type " + type + " is " + kind(resolved) + ", no array");
    }
    return position(resolved);
  }

  /** Size of a value of the type in bytes. */
  public int size(int type) throws MalformedBtfException {
    long size = size(type, 0);
    if (size < 0 || size > Integer.MAX_VALUE) {
      throw new MalformedBtfException("BTF type " + type + " has " + size + " bytes");
    }
    return (int) size;
  }

  private long size(int type, int depth) throws MalformedBtfException {
    int resolved = resolve(type);
    BtfKind kind = kind(resolved);
    return switch (kind) {
      case INT, STRUCT, UNION, ENUM, ENUM64, FLOAT, DATA_SECTION ->
          bytes.getInt(position(resolved) + 8) & 0xffffffffL;
      case POINTER -> 8;
      case ARRAY -> {
        if (depth > MAX_DEPTH) {
          throw new MalformedBtfException("BTF array " + type + " is nested too deep");
        }
        long length = arrayLength(resolved) & 0xffffffffL;
        long element = size(arrayElement(resolved), depth + 1);
        if (element > Integer.MAX_VALUE || length * element > Integer.MAX_VALUE) {
          throw new MalformedBtfException("BTF array " + type + " has " + length + " elements");
        }
        yield length * element;
      }
      default -> throw new MalformedBtfException("BTF type " + type + " is " + kind + ": no size");
    };
  }

  /** An integer type's values have a sign. */
  public boolean isSigned(int type) throws MalformedBtfException {
    int resolved = resolve(type);
    return kind(resolved) == BtfKind.INT
        && (bytes.getInt(position(resolved) + TYPE_HEADER_BYTES) >> 24 & 1) != 0;
  }

  /** The first type of that name and kind, or 0. */
  public int find(String name, BtfKind kind) throws MalformedBtfException {
    byte[] wanted = name.getBytes(StandardCharsets.UTF_8);
    for (int type = 1; type < positions.length; type++) {
      if (kind(type) == kind && nameIs(bytes.getInt(positions[type]), wanted)) {
        return type;
      }
    }
    return 0;
  }

  private boolean nameIs(int offset, byte[] wanted) {
    long at = stringsStart + (offset & 0xffffffffL);
    if (at + wanted.length >= stringsEnd || bytes.get((int) at + wanted.length) != 0) {
      return false;
    }
    for (int i = 0; i < wanted.length; i++) {
      if (bytes.get((int) at + i) != wanted[i]) {
        return false;
      }
    }
    return true;
  }

  /** Members of a struct or union, or variables of a data section, in file order. */
  public List<BtfMember> members(int type) throws MalformedBtfException {
    int resolved = resolve(type);
    BtfKind kind = kind(resolved);
    int at = position(resolved) + TYPE_HEADER_BYTES;
    boolean hasBitSizes = bytes.getInt(position(resolved) + 4) < 0;
    List<BtfMember> members = new ArrayList<>();
    for (int i = 0; i < elementCount(resolved); i++, at += 12) {
      int second = bytes.getInt(at + 4);
      int third = bytes.getInt(at + 8);
      switch (kind) {
        case STRUCT, UNION ->
            members.add(
                new BtfMember(
                    string(bytes.getInt(at)),
                    second,
                    hasBitSizes ? third & 0xffffff : third,
                    hasBitSizes ? third >>> 24 : 0));
        case DATA_SECTION -> {
          int variable = bytes.getInt(at);
          members.add(new BtfMember(name(variable), target(variable), second << 3, 0));
        }
        default -> throw new MalformedBtfException("BTF type " + type + " is " + kind);
      }
    }
    return members;
  }

  /** Offset of a member in bytes, searched through anonymous members too; -1 when there is none. */
  public int memberOffset(int type, String name) throws MalformedBtfException {
    return memberOffset(type, name, 0);
  }

  private int memberOffset(int type, String name, int depth) throws MalformedBtfException {
    if (depth > MAX_DEPTH) {
      throw new MalformedBtfException("BTF type " + type + " contains itself");
    }
    for (BtfMember member : members(type)) {
      if (member.name().equals(name)) {
        return member.offset();
      }
      BtfKind kind = kind(resolve(member.type()));
      if (member.name().isEmpty() && (kind == BtfKind.STRUCT || kind == BtfKind.UNION)) {
        int inner = memberOffset(member.type(), name, depth + 1);
        if (inner >= 0) {
          return member.offset() + inner;
        }
      }
    }
    return -1;
  }

  /** Offset of {@code struct}'s member in bytes; -1 when either is missing. */
  public int offset(String struct, String member) throws MalformedBtfException {
    int type = find(struct, BtfKind.STRUCT);
    return type == 0 ? -1 : memberOffset(type, member);
  }

  /** The number that {@code int (*name)[number]} carries in a map definition. */
  public int numberOf(int pointerToArray) throws MalformedBtfException {
    return arrayLength(target(resolve(pointerToArray)));
  }

  /** A string of the table. */
  public String string(int offset) throws MalformedBtfException {
    long start = stringsStart + (offset & 0xffffffffL);
    long limit = Math.min(stringsEnd, start + MAX_NAME_BYTES);
    for (long end = start; end < limit; end++) {
      if (bytes.get((int) end) == 0) {
        byte[] name = new byte[(int) (end - start)];
        bytes.get((int) start, name);
        return new String(name, StandardCharsets.UTF_8);
      }
    }
    throw new MalformedBtfException(
        "BTF string at " + Integer.toUnsignedString(offset) + " has no end");
  }

  /** Position of a type's header in the image; only for the loader, which completes the image. */
  public int imageOffset(int type) throws MalformedBtfException {
    return position(type);
  }
}
