package dev.plumbline.listen;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A unary gRPC call as a handler of HTTP requests: takes the frame off, inflates, and puts the
 * status into headers that the listener sends as trailers. Thread-safe.
 */
final class GrpcCall implements Handler {
  static final String STATUS = "grpc-status";
  static final String MESSAGE = "grpc-message";
  static final String DETAILS = "grpc-status-details-bin";
  static final String CONTENT_TYPE = "application/grpc";
  private static final String RETRY_INFO = "type.googleapis.com/google.rpc.RetryInfo";

  private final int maxMessageBytes;
  private final GrpcHandler handler;

  GrpcCall(int maxMessageBytes, GrpcHandler handler) {
    this.maxMessageBytes = maxMessageBytes;
    this.handler = handler;
  }

  @Override
  public Response handle(Request call) throws Exception {
    try {
      return response(handler.handle(message(call), call));
    } catch (RefusedException e) {
      throw e;
    }
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
    return coding.inflate(message, maxMessageBytes);
  }

  private static String shown(@Nullable String text) {
    return text == null ? "(none)" : text.substring(0, Math.min(40, text.length()));
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
      response = response.with(DETAILS, details(reply));
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

  /**
   * {@code google.rpc.Status}: code = 1, message = 2, details = 3 (Any: type_url = 1, value = 2),
   * with one RetryInfo: retry_delay = 1 (Duration: seconds = 1).
   */
  private static String details(GrpcReply reply) {
    byte[] duration = message(out -> out.writeInt64(1, reply.retryAfterSeconds()));
    byte[] retryInfo = message(out -> out.writeByteArray(1, duration));
    byte[] any =
        message(
            out -> {
              out.writeString(1, RETRY_INFO);
              out.writeByteArray(2, retryInfo);
            });
    byte[] status =
        message(
            out -> {
              out.writeInt32(1, reply.status().code());
              out.writeString(2, reply.text());
              out.writeByteArray(3, any);
            });
    return Base64.getEncoder().withoutPadding().encodeToString(status);
  }

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
