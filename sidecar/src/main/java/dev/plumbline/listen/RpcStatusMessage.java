package dev.plumbline.listen;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A {@code google.rpc.Status} as bytes: code = 1, message = 2, details = 3 (Any: type_url = 1,
 * value = 2). The only detail is {@code RetryInfo}: retry_delay = 1 (Duration: seconds = 1).
 * Stateless.
 */
public final class RpcStatusMessage {
  private static final String RETRY_INFO = "type.googleapis.com/google.rpc.RetryInfo";

  private RpcStatusMessage() {}

  /**
   * Encodes one.
   *
   * @param retryAfterSeconds 0 for no detail
   */
  public static byte[] of(int code, String text, int retryAfterSeconds) {
    return message(
        out -> {
          out.writeInt32(1, code);
          out.writeString(2, text);
          if (retryAfterSeconds > 0) {
            out.writeByteArray(3, retryInfo(retryAfterSeconds));
          }
        });
  }

  private static byte[] retryInfo(int seconds) {
    byte[] duration = message(out -> out.writeInt64(1, seconds));
    byte[] retryInfo = message(out -> out.writeByteArray(1, duration));
    return message(
        out -> {
          out.writeString(1, RETRY_INFO);
          out.writeByteArray(2, retryInfo);
        });
  }

  /** Writes the fields of a message. */
  @FunctionalInterface
  private interface Fields {
    void writeTo(CodedOutputStream out) throws IOException;
  }

  private static byte[] message(Fields fields) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      CodedOutputStream out = CodedOutputStream.newInstance(bytes);
      fields.writeTo(out);
      out.flush();
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
