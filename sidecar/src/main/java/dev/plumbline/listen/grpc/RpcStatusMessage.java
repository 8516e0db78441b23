package dev.plumbline.listen.grpc;

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
    return ProtoMessage.of(
        out -> {
          out.writeInt32(1, code);
          out.writeString(2, text);
          if (retryAfterSeconds > 0) {
            out.writeByteArray(3, retryInfo(retryAfterSeconds));
          }
        });
  }

  private static byte[] retryInfo(int seconds) {
    byte[] duration = ProtoMessage.of(out -> out.writeInt64(1, seconds));
    byte[] retryInfo = ProtoMessage.of(out -> out.writeByteArray(1, duration));
    return ProtoMessage.of(
        out -> {
          out.writeString(1, RETRY_INFO);
          out.writeByteArray(2, retryInfo);
        });
  }
}
