package dev.plumbline.kernel;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Reads files and links of {@code /proc}, which are small, many, and often gone: by bare system
 * calls into one buffer, without an object for each file or an exception for one that is missing.
 * Confined to one thread.
 */
public final class KernelFileReader {
  private static final int MAX_PATH_BYTES = 4096;
  private static final int FIRST_BYTES = 16 << 10;

  private final ByteBuffer path = BpfSystemCall.buffer(MAX_PATH_BYTES);
  private final long pathAddress = BpfSystemCall.addressOf(path);
  private ByteBuffer buffer = BpfSystemCall.buffer(FIRST_BYTES);
  private long address = BpfSystemCall.addressOf(buffer);

  /**
   * Reads a file from its start.
   *
   * @param maxBytes where to stop
   * @return number of bytes, which {@link #copy} gives; negative where the file cannot be opened or
   *     read: it is gone, or not ours
   */
  public int read(String file, int maxBytes) {
    if (!setPath(file)) {
      return -Errno.ENOENT;
    }
    int descriptor = Libc.openToRead(pathAddress);
    if (descriptor < 0) {
      return descriptor;
    }
    try {
      return readAll(descriptor, maxBytes);
    } finally {
      Libc.closeDescriptor(descriptor);
    }
  }

  private int readAll(int descriptor, int maxBytes) {
    int length = 0;
    while (length < maxBytes) {
      if (length == buffer.capacity()) {
        grow();
      }
      int room = Math.min(maxBytes, buffer.capacity()) - length;
      long got = Libc.read(descriptor, address + length, room);
      if (got <= 0) {
        return got == 0 || length > 0 ? length : (int) got;
      }
      length += (int) got;
    }
    return length;
  }

  private void grow() {
    ByteBuffer larger = BpfSystemCall.buffer(2 * buffer.capacity());
    larger.duplicate().put(buffer.duplicate().clear());
    buffer = larger;
    address = BpfSystemCall.addressOf(larger);
  }

  /**
   * Reads where a symbolic link leads, as {@link #read} does a file; what is longer than 4095 bytes
   * is cut.
   */
  public int readLink(String link) {
    return setPath(link) ? Libc.readLink(pathAddress, address, MAX_PATH_BYTES - 1) : -Errno.ENOENT;
  }

  private boolean setPath(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length >= MAX_PATH_BYTES || text.indexOf('\0') >= 0) {
      return false;
    }
    path.clear().put(bytes).put((byte) 0);
    return true;
  }

  /** Copies the first bytes of what was read last. */
  public void copy(byte[] to, int length) {
    buffer.get(0, to, 0, length);
  }

  /** The first bytes of what was read last, as text; what is no UTF-8 is replaced. */
  public String text(int length) {
    byte[] bytes = new byte[length];
    copy(bytes, length);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
