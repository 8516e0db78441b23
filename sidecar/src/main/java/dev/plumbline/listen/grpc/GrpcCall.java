package dev.plumbline.listen.grpc;

import dev.plumbline.listen.ContentCoding;
import dev.plumbline.listen.Handler;
import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import dev.plumbline.listen.Response;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A unary gRPC call as a handler of HTTP requests: takes the frame off, inflates, and puts the
 * status into headers that the listener sends as trailers. Thread-safe.
 */
public final class GrpcCall implements Handler {
  public static final String STATUS = "grpc-status";
  public static final String MESSAGE = "grpc-message";
  public static final String DETAILS = "grpc-status-details-bin";
  public static final String CONTENT_TYPE = "application/grpc";

  private final int maxMessageBytes;
  private final GrpcHandler handler;

  GrpcCall(int maxMessageBytes, GrpcHandler handler) {
    this.maxMessageBytes = maxMessageBytes;
    this.handler = handler;
  }

  @Override
  public Response handle(Request call) throws Exception {
    return response(handler.handle(message(call), call));
  }

  private byte[] message(Request call) throws RefusedException {
    byte[] body = call.body();
    GrpcFrame.check(body);
    byte[] message = Arrays.copyOfRange(body, GrpcFrame.HEADER_BYTES, body.length);
    if (!GrpcFrame.isCompressed(body)) {
      return message;
    }
    String encoding = call.header("grpc-encoding");
    ContentCoding coding = ContentCoding.of(encoding == null ? "identity" : encoding);
    if (coding == null || coding == ContentCoding.IDENTITY) {
      throw new RefusedException(
          501, "encoding", "grpc-encoding " + shown(encoding) + " is not one of gzip, zstd");
    }
    return coding.inflate(call, message, maxMessageBytes);
  }

  private static String shown(@Nullable String text) {
    return text == null ? "(none)" : text.substring(0, Math.min(40, text.length()));
  }

  /** A refusal as gRPC's status. */
  public static Response refusal(RefusedException refusal) {
    return response(
        new GrpcReply(
            GrpcStatus.ofHttp(refusal.status()),
            new byte[0],
            refusal.text(),
            refusal.retryAfterSeconds()));
  }

  /** The status in its headers, the message, if there is one, as the body. */
  static Response response(GrpcReply reply) {
    boolean isOk = reply.status() == GrpcStatus.OK;
    byte[] body = isOk ? GrpcFrame.wrap(reply.message()) : new byte[0];
    Response response =
        Response.of(200, CONTENT_TYPE, body).with(STATUS, Integer.toString(reply.status().code()));
    if (!reply.text().isEmpty()) {
      response = response.with(MESSAGE, percentEncoded(reply.text()));
    }
    if (reply.retryAfterSeconds() > 0) {
      byte[] details =
          RpcStatusMessage.of(reply.status().code(), reply.text(), reply.retryAfterSeconds());
      response =
          response.with(DETAILS, Base64.getEncoder().withoutPadding().encodeToString(details));
    }
    return response;
  }

  /** As gRPC's HTTP/2 protocol wants it: printable ASCII but for %, the rest by bytes. */
  private static String percentEncoded(String text) {
    StringBuilder encoded = new StringBuilder(text.length());
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      if (b >= ' ' && b <= '~' && b != '%') {
        encoded.append((char) b);
      } else {
        encoded.append(String.format(Locale.ROOT, "%%%02X", b));
      }
    }
    return encoded.toString();
  }
}
