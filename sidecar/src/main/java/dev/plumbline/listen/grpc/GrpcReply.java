package dev.plumbline.listen.grpc;

import static java.util.Objects.requireNonNull;

/**
 * The answer to a unary call. Immutable.
 *
 * @param message the encoded response; sent only with {@link GrpcStatus#OK}
 * @param text for the sender, empty with OK
 * @param retryAfterSeconds for {@code RetryInfo}; 0 for none
 */
@SuppressWarnings("ArrayRecordComponent") // the message is handed on, never compared
public record GrpcReply(GrpcStatus status, byte[] message, String text, int retryAfterSeconds) {
  public GrpcReply {
    requireNonNull(status, "status");
    requireNonNull(message, "message");
    requireNonNull(text, "text");
  }

  public static GrpcReply ok(byte[] message) {
    return new GrpcReply(GrpcStatus.OK, message, "", 0);
  }

  public static GrpcReply failed(GrpcStatus status, String text) {
    return new GrpcReply(status, new byte[0], text, 0);
  }

  /** UNAVAILABLE with the time after which the sender may try again. */
  public static GrpcReply retryAfter(int seconds, String text) {
    return new GrpcReply(GrpcStatus.UNAVAILABLE, new byte[0], text, seconds);
  }
}
