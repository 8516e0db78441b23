package dev.plumbline.kernel;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;

/**
 * Sends one datagram to a unix socket, which Java cannot (it has streams only). Stateless.
 *
 * <pre>
 * struct sockaddr_un { sa_family_t family (2 bytes, AF_UNIX = 1); char path[108]; }
 * </pre>
 */
public final class UnixDatagram {
  private static final int FAMILY_BYTES = 2;
  private static final int MAX_PATH_BYTES = 107;
  private static final short AF_UNIX = 1;

  private UnixDatagram() {}

  /**
   * Never blocks for long: the receiver has it in its queue, or there is an error.
   *
   * @param path of the socket; one that begins with @ is in the abstract name space
   * @throws SystemCallException if it was not sent
   * @throws IllegalArgumentException if the path is longer than a socket's may be
   */
  public static void send(String path, String text) throws SystemCallException {
    byte[] name = path.getBytes(StandardCharsets.UTF_8);
    if (name.length == 0 || name.length > MAX_PATH_BYTES) {
      throw new IllegalArgumentException(
          "socket path has " + name.length + " bytes, expected 1 to " + MAX_PATH_BYTES);
    }
    if (name[0] == '@') {
      name[0] = 0;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Memory address = new Memory(FAMILY_BYTES + MAX_PATH_BYTES + 1);
    Memory content = new Memory(Math.max(1, bytes.length));
    address.clear();
    address.setShort(0, AF_UNIX);
    address.write(FAMILY_BYTES, name, 0, name.length);
    content.write(0, bytes, 0, bytes.length);
    try {
      send(
          path,
          address,
          FAMILY_BYTES + name.length + (name[0] == 0 ? 0 : 1),
          content,
          bytes.length);
    } finally {
      Reference.reachabilityFence(address);
      Reference.reachabilityFence(content);
    }
  }

  private static void send(
      String path, Memory address, int addressLength, Memory content, int length)
      throws SystemCallException {
    int fd = Libc.unixDatagramSocket();
    if (fd < 0) {
      throw new SystemCallException("socket", -fd);
    }
    try {
      long sent = Libc.send(fd, pointer(content), length, pointer(address), addressLength);
      if (sent < 0) {
        throw new SystemCallException("sendto " + path, (int) -sent);
      }
    } finally {
      Libc.closeDescriptor(fd);
    }
  }

  private static long pointer(Memory memory) {
    return Pointer.nativeValue(memory);
  }
}
