package dev.plumbline.receive;

import dev.plumbline.listen.ContentCoding;
import dev.plumbline.listen.Request;
import dev.plumbline.listen.grpc.GrpcFrame;
import dev.plumbline.wire.Gzip;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The gzip in which a request came, to be passed on as it is. Stateless. */
final class WireGzip {
  private WireGzip() {}

  /**
   * The body, or the gRPC message in it; null if it is no gzip, or more than one member.
   *
   * @param inflatedBytes what came out of it
   */
  static byte @Nullable [] of(Request request, int inflatedBytes) {
    byte[] body = request.body();
    byte[] gzip = {};
    if (isGzip(request.header("content-encoding"))) {
      gzip = body;
    } else if (isGzip(request.header("grpc-encoding")) && body.length > GrpcFrame.HEADER_BYTES) {
      gzip = Arrays.copyOfRange(body, GrpcFrame.HEADER_BYTES, body.length);
    }
    return ContentCoding.looksGzipped(gzip) && Gzip.saidLength(gzip) == inflatedBytes ? gzip : null;
  }

  private static boolean isGzip(@Nullable String coding) {
    return coding != null && ContentCoding.of(coding) == ContentCoding.GZIP;
  }
}
