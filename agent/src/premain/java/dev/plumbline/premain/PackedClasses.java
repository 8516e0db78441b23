package dev.plumbline.premain;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * The isolated classes, in one entry of the agent jar that is stored and not deflated, so that a
 * class is found without reading what lies before it. Layout, big-endian:
 *
 * <pre>
 * int magic "PLCL", int length of the head
 * head:    int count; count times { int hash of the class name, int offset of its record },
 *          by hash; int count of packages; their names, each as DataOutput.writeUTF does
 * records: short length of the name, int length of the class, int length deflated,
 *          the name in UTF-8, the class deflated without a zlib header
 * </pre>
 *
 * Offsets count from the first record. Thread-safe.
 */
final class PackedClasses {
  static final int MAGIC = 0x504C434C;
  private static final int PREFIX_LENGTH = 8;
  private static final int RECORD_HEAD_LENGTH = 10;

  /** Far above any class; a larger number means a broken jar. */
  private static final int MAX_CLASS_BYTES = 16 << 20;

  private final ZipFile jar;
  private final ZipEntry entry;
  private final int headLength;
  private final int count;
  private final ByteBuffer index;
  private final List<String> packages;

  /**
   * @throws IOException if the jar has no such entry or it is broken
   */
  PackedClasses(ZipFile jar, String entryName) throws IOException {
    this.jar = jar;
    ZipEntry found = jar.getEntry(entryName);
    if (found == null) {
      throw new IOException(jar.getName() + " has no " + entryName);
    }
    this.entry = found;
    byte[] head;
    try (InputStream stream = jar.getInputStream(found)) {
      DataInputStream in = new DataInputStream(stream);
      int magic = in.readInt();
      headLength = in.readInt();
      if (magic != MAGIC || headLength < 8 || headLength > found.getSize()) {
        throw new IOException(entryName + " of " + new File(jar.getName()) + " is broken");
      }
      head = new byte[headLength];
      in.readFully(head);
    }
    index = ByteBuffer.wrap(head);
    count = index.getInt(0);
    packages = readPackages(head);
  }

  private List<String> readPackages(byte[] head) throws IOException {
    int start = 4 + 8 * count;
    DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(head, start, headLength - start));
    List<String> names = new ArrayList<>();
    for (int i = in.readInt(); i > 0; i--) {
      names.add(in.readUTF());
    }
    return names;
  }

  /** Names of all packages that have a class. */
  List<String> packages() {
    return packages;
  }

  boolean contains(String className) {
    return firstOfHash(className.hashCode()) >= 0;
  }

  /** The class file; null if there is none of that name. */
  byte @Nullable [] read(String className) throws IOException {
    int hash = className.hashCode();
    int i = firstOfHash(hash);
    while (i >= 0 && i < count && hashAt(i) == hash) {
      byte[] bytes = readRecord(index.getInt(8 + 8 * i), className);
      if (bytes != null) {
        return bytes;
      }
      i++;
    }
    return null;
  }

  private int hashAt(int i) {
    return index.getInt(4 + 8 * i);
  }

  /** -1 if no class has that hash. */
  private int firstOfHash(int hash) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (hashAt(middle) < hash) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < count && hashAt(low) == hash ? low : -1;
  }

  private byte @Nullable [] readRecord(int offset, String className) throws IOException {
    try (InputStream stream = jar.getInputStream(entry)) {
      long start = PREFIX_LENGTH + headLength + (long) offset;
      if (stream.skip(start) != start) {
        throw new IOException(entry.getName() + " ends before " + start);
      }
      DataInputStream in = new DataInputStream(stream);
      byte[] head = new byte[RECORD_HEAD_LENGTH];
      in.readFully(head);
      ByteBuffer fields = ByteBuffer.wrap(head);
      int nameLength = fields.getShort(0) & 0xFFFF;
      int length = fields.getInt(2);
      int deflatedLength = fields.getInt(6);
      if (length < 0 || length > MAX_CLASS_BYTES || deflatedLength > MAX_CLASS_BYTES) {
        throw new IOException(className + " has " + length + " bytes, which is too many");
      }
      byte[] record = new byte[nameLength + deflatedLength];
      in.readFully(record);
      return new String(record, 0, nameLength, StandardCharsets.UTF_8).equals(className)
          ? inflate(record, nameLength, new byte[length])
          : null;
    }
  }

  private static byte[] inflate(byte[] record, int start, byte[] content) throws IOException {
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(record, start, record.length - start);
      int done = 0;
      while (done < content.length && !inflater.finished()) {
        int more = inflater.inflate(content, done, content.length - done);
        if (more == 0) {
          break;
        }
        done += more;
      }
      if (done != content.length) {
        throw new IOException("a class has " + done + " bytes, expected " + content.length);
      }
      return content;
    } catch (DataFormatException e) {
      throw new IOException("a class cannot be inflated", e);
    } finally {
      inflater.end();
    }
  }
}
