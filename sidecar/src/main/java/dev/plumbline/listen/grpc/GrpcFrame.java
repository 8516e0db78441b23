package dev.plumbline.listen.grpc;

import dev.plumbline.listen.RefusedException;
import java.nio.ByteBuffer;

/**
 * The frame around a gRPC message: 1 byte flag (0 plain, 1 compressed), 4 bytes length (big
 * endian), the message. Stateless.
 */
public final class GrpcFrame {
  public static final int HEADER_BYTES = 5;

  private GrpcFrame() {}

  static byte[] wrap(byte[] message) {
    return ByteBuffer.allocate(HEADER_BYTES + message.length)
        .put((byte) 0)
        .putInt(message.length)
        .put(message)
        .array();
  }

  /** Whether the message is compressed. */
  static boolean isCompressed(byte[] body) {
    return body[0] == 1;
  }

  /** Exactly one whole frame, else an exception that says what came. */
  static void check(byte[] body) throws RefusedException {
    if (body.length < HEADER_BYTES || (body[0] & 0xfe) != 0) {
      throw malformed("the body is no gRPC frame: " + body.length + " bytes");
    }
    long length = Integer.toUnsignedLong(ByteBuffer.wrap(body).getInt(1));
    if (length != body.length - HEADER_BYTES) {
      throw malformed(
          "the gRPC frame says "
              + length
              + " bytes, "
              + (body.length - HEADER_BYTES)
              + " came; a unary call has one message");
    }
  }

  private static RefusedException malformed(String text) {
    return new RefusedException(400, "grpc_frame", text);
  }
}
