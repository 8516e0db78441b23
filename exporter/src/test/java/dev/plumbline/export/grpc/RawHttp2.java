package dev.plumbline.export.grpc;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.Map;
import java.util.TreeMap;

/** Reads the first HEADERS frame of a connection: gRPC's server does not show all of it. */
final class RawHttp2 {
  private static final int PREFACE_BYTES = 24;
  private static final int HEADERS_FRAME = 1;
  private static final int PRIORITY_FLAG = 0x20;

  private RawHttp2() {}

  static Map<String, String> headers(byte[] connection) throws Http2Exception {
    ByteBuf bytes = Unpooled.wrappedBuffer(connection).skipBytes(PREFACE_BYTES);
    while (bytes.readableBytes() >= 9) {
      int length = bytes.readMedium();
      int type = bytes.readByte();
      int flags = bytes.readByte();
      int stream = bytes.readInt();
      ByteBuf payload = bytes.readSlice(length);
      if (type == HEADERS_FRAME) {
        payload.skipBytes((flags & PRIORITY_FLAG) != 0 ? 5 : 0);
        Http2Headers decoded = new DefaultHttp2HeadersDecoder().decodeHeaders(stream, payload);
        Map<String, String> headers = new TreeMap<>();
        decoded.forEach(
            header -> headers.put(header.getKey().toString(), header.getValue().toString()));
        return headers;
      }
    }
    throw new AssertionError("no HEADERS frame in " + connection.length + " bytes");
  }
}
