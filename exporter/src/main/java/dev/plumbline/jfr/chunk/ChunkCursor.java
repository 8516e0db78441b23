package dev.plumbline.jfr.chunk;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.plumbline.javaname.ModifiedUtf8;
import java.nio.ByteBuffer;

/**
 * Reads the numbers of a chunk and refuses, before anything is allocated, what cannot be true. It
 * steps exactly as the reader does, which is what makes the check worth its name. Confined to one
 * thread.
 */
final class ChunkCursor {
  private static final byte NULL = 0;
  private static final byte EMPTY = 1;
  private static final byte REFERENCE = 2;
  private static final byte UTF8 = 3;
  private static final byte CHARS = 4;
  private static final byte LATIN1 = 5;

  private final ByteBuffer bytes;
  private final long chunkOffset;
  private final int limit;
  private int position;

  ChunkCursor(ByteBuffer bytes, long chunkOffset) {
    this.bytes = bytes;
    this.chunkOffset = chunkOffset;
    this.limit = bytes.limit();
  }

  int position() {
    return position;
  }

  void moveTo(int newPosition) {
    this.position = newPosition;
  }

  int varint() throws JfrException {
    int result = 0;
    for (int shift = 0; ; shift += 7) {
      byte b = next();
      result |= (b & 0x7f) << shift;
      if (b >= 0) {
        return result;
      }
    }
  }

  long varlong() throws JfrException {
    long result = 0;
    for (int shift = 0; shift < 56; shift += 7) {
      byte b = next();
      result |= (b & 0x7fL) << shift;
      if (b >= 0) {
        return result;
      }
    }
    return result | (next() & 0xffL) << 56;
  }

  byte next() throws JfrException {
    if (position >= limit) {
      throw broken("the chunk ends inside a value");
    }
    return bytes.get(position++);
  }

  /**
   * A number of elements that still fit into the chunk.
   *
   * @param minBytes least size of one
   */
  int count(int minBytes) throws JfrException {
    int count = varint();
    if (count < 0 || count > (limit - position) / minBytes) {
      throw broken(count + " elements of at least " + minBytes + " bytes in " + (limit - position));
    }
    return count;
  }

  void skip(int count) throws JfrException {
    if (count < 0 || count > limit - position) {
      throw broken(count + " bytes in " + (limit - position));
    }
    position += count;
  }

  void skipVarlongs(int count) throws JfrException {
    for (int i = 0; i < count; i++) {
      varlong();
    }
  }

  void skipString() throws JfrException {
    byte encoding = next();
    switch (encoding) {
      case NULL:
      case EMPTY:
        return;
      case REFERENCE:
        varlong();
        return;
      case UTF8:
      case LATIN1:
        skip(varint());
        return;
      case CHARS:
        int chars = count(1);
        for (int i = 0; i < chars; i++) {
          varint();
        }
        return;
      default:
        throw broken("string has encoding " + encoding + ", expected 0 to 5");
    }
  }

  /** A string that stands here; empty for null and for a reference into a pool. */
  String string() throws JfrException {
    int start = position;
    skipString();
    int end = position;
    position = start;
    byte encoding = next();
    String text = "";
    if (encoding == UTF8 || encoding == LATIN1) {
      byte[] characters = new byte[varint()];
      for (int i = 0; i < characters.length; i++) {
        characters[i] = next();
      }
      text =
          encoding == UTF8 ? ModifiedUtf8.decode(characters) : new String(characters, ISO_8859_1);
    } else if (encoding == CHARS) {
      char[] characters = new char[varint()];
      for (int i = 0; i < characters.length; i++) {
        characters[i] = (char) varint();
      }
      text = new String(characters);
    }
    position = end;
    return text;
  }

  JfrException broken(String problem) {
    return new JfrException(chunkOffset + position, problem);
  }
}
