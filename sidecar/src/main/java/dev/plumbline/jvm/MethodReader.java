package dev.plumbline.jvm;

import dev.plumbline.javaname.ClassNames;
import dev.plumbline.javaname.JavaFrames;
import dev.plumbline.javaname.ModifiedUtf8;
import dev.plumbline.profile.Frame;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * From a word that should be the address of a {@code Method} to names and lines. A wrong register
 * gives absurd words, so the way is checked: the constants that the method names must be those of
 * the class that they name. Nothing is cached here. Confined to the thread that reads the target.
 */
final class MethodReader {
  /** 64 KiB of byte codes, with line, exception and variable tables. */
  private static final int MAX_CONST_METHOD_BYTES = 1 << 20;

  private static final int MAX_NAME_BYTES = 4096;
  private static final int WORD = 8;

  private final MemoryReader memory;
  private final MethodFields fields;

  MethodReader(MemoryReader memory, MethodFields fields) {
    this.memory = memory;
    this.fields = fields;
  }

  /** What stands at the address now; null if that is no method. Six reads. */
  @Nullable MethodIdentity identity(long address) throws IOException {
    long constMethod = isPointer(address) ? pointer(address + fields.constMethod) : 0;
    if (!isPointer(constMethod)) {
      return null;
    }
    ByteBuffer head = memory.read(constMethod, fields.constMethodBytes);
    long pool = head.getLong(fields.constants);
    long name = head.getShort(fields.nameIndex) & 0xffff;
    long signature = head.getShort(fields.signatureIndex) & 0xffff;
    long codeBytes = head.getShort(fields.codeSize) & 0xffff;
    if (!isPointer(pool)) {
      return null;
    }
    ByteBuffer constants = memory.read(pool, fields.poolBytes);
    long holder = constants.getLong(fields.poolHolder);
    long length = constants.getInt(fields.poolLength);
    if (!isPointer(holder) || name == 0 || name >= length || signature >= length) {
      return null;
    }
    ByteBuffer owner = memory.read(holder, fields.classBytes());
    long className = owner.getLong(fields.className);
    if (owner.getLong(fields.classConstants) != pool) {
      return null;
    }
    String text = symbol(className);
    return text == null
        ? null
        : new MethodIdentity(
            address, constMethod, pool, holder, text, name << 32 | signature << 16 | codeBytes);
  }

  /** Names and lines of a method that was just identified; null if they are not readable. */
  @Nullable JavaMethod method(MethodIdentity identity) throws IOException {
    String name = constant(identity, identity.nameIndex());
    String signature = constant(identity, identity.signatureIndex());
    if (name == null || signature == null || !signature.startsWith("(")) {
      return null;
    }
    Frame.Builder frame =
        JavaFrames.method(ClassNames.normalized(identity.className()), name, signature);
    String sourceFile = sourceFile(identity);
    if (sourceFile != null) {
      frame.fileName(sourceFile);
    }
    return new JavaMethod(identity, frame, lines(identity));
  }

  /** The class file's SourceFile attribute, if it has one. */
  private @Nullable String sourceFile(MethodIdentity identity) throws IOException {
    if (fields.sourceFileIndex < 0 || !ClassNames.hasSource(identity.className())) {
      return null;
    }
    ByteBuffer pool = memory.read(identity.pool(), fields.poolBytes);
    int index = pool.getShort(fields.sourceFileIndex) & 0xffff;
    return index == 0 || index >= pool.getInt(fields.poolLength) ? null : constant(identity, index);
  }

  private LineNumbers lines(MethodIdentity identity) throws IOException {
    ByteBuffer head = memory.read(identity.constMethod(), fields.constMethodBytes);
    long bytes = head.getInt(fields.constMethodWords) * (long) WORD;
    int from = fields.constMethodBytes + identity.codeBytes();
    boolean hasLines = (head.getShort(fields.flags) & fields.hasLines) != 0;
    if (!hasLines || bytes <= from || bytes > MAX_CONST_METHOD_BYTES) {
      return LineNumbers.NONE;
    }
    int length = (int) bytes - from;
    ByteBuffer table = memory.read(identity.constMethod() + from, length);
    return LineNumbers.decode(table, 0, length, fields.encoding);
  }

  private @Nullable String constant(MethodIdentity identity, int index) throws IOException {
    return symbol(pointer(identity.pool() + fields.poolBytes + (long) WORD * index));
  }

  /** Text of a Symbol; null if the address cannot be one. */
  private @Nullable String symbol(long address) throws IOException {
    if (!isPointer(address)) {
      return null;
    }
    int length = memory.read(address + fields.symbolLength, 2).getShort(0) & 0xffff;
    if (length == 0 || length > MAX_NAME_BYTES) {
      return null;
    }
    byte[] text = new byte[length];
    memory.read(address + fields.symbolBody, length).get(0, text);
    for (byte b : text) {
      if (b >= 0 && b < ' ') {
        return null;
      }
    }
    return ModifiedUtf8.decode(text);
  }

  private long pointer(long address) throws IOException {
    return memory.read(address, WORD).getLong(0);
  }

  /** Aligned, in the lower half of the address space, not in the first page. */
  private static boolean isPointer(long word) {
    return (word & WORD - 1) == 0 && word >= 4096 && word >>> 47 == 0;
  }
}
