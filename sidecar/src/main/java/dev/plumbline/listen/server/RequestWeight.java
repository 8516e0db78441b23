package dev.plumbline.listen.server;

import com.github.luben.zstd.Zstd;
import dev.plumbline.listen.ContentCoding;
import dev.plumbline.listen.ListenLimits;
import dev.plumbline.listen.Request;
import dev.plumbline.listen.grpc.GrpcFrame;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * How much a body says that it is, inflated. What it says need not be true, or it may say nothing:
 * what turns out to be larger is handled once more, alone. Stateless.
 */
final class RequestWeight {
  private static final int GZIP_LENGTH_BYTES = 4;
  private static final int ZSTD_HEADER_BYTES = 18;
  private static final long UNSIGNED = 0xffff_ffffL;

  private RequestWeight() {}

  /** Whether the request is to be handled alone. */
  static boolean isLarge(Request request) {
    byte[] body = request.body();
    if (body.length > ListenLimits.LARGE_BYTES) {
      return true;
    }
    String content = request.header("content-encoding");
    String message = request.header("grpc-encoding");
    ContentCoding coding =
        ContentCoding.of(content != null ? content : message == null ? "" : message);
    if (ContentCoding.looksGzipped(body)) {
      coding = ContentCoding.GZIP;
    }
    int start = message == null ? 0 : Math.min(body.length, GrpcFrame.HEADER_BYTES);
    return coding != null && inflatedBytes(coding, body, start) > ListenLimits.LARGE_BYTES;
  }

  private static long inflatedBytes(ContentCoding coding, byte[] body, int start) {
    return switch (coding) {
      case IDENTITY -> body.length;
      case GZIP ->
          body.length < GZIP_LENGTH_BYTES
              ? 0
              : ByteBuffer.wrap(body)
                      .order(ByteOrder.LITTLE_ENDIAN)
                      .getInt(body.length - GZIP_LENGTH_BYTES)
                  & UNSIGNED;
      case ZSTD ->
          body.length - start < ZSTD_HEADER_BYTES
              ? 0
              : Zstd.getFrameContentSize(body, start, body.length - start);
      case ZLIB, SNAPPY, SNAPPY_FRAMED, LZ4 -> (long) body.length * ContentCoding.MAX_RATIO;
    };
  }
}
