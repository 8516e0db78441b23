package dev.plumbline.listen.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import dev.plumbline.listen.ListenLimits;
import dev.plumbline.listen.Request;
import dev.plumbline.listen.grpc.GrpcFrame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class RequestWeightTest {
  private static final byte[] SMALL = new byte[ListenLimits.LARGE_BYTES];
  private static final byte[] LARGE = new byte[ListenLimits.LARGE_BYTES + 1];

  private static boolean isLarge(byte[] body, Map<String, String> headers) {
    return RequestWeight.isLarge(new Request("POST", "/", Map.of(), headers, "", body));
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  private static byte[] framed(byte[] message) {
    return ByteBuffer.allocate(GrpcFrame.HEADER_BYTES + message.length)
        .put((byte) 1)
        .putInt(message.length)
        .put(message)
        .array();
  }

  @Test
  void plainBody_counts() {
    assertThat(isLarge(SMALL, Map.of())).isFalse();
    assertThat(isLarge(LARGE, Map.of())).isTrue();
  }

  @Test
  void compressedBody_countsInflated_withOrWithoutItsHeader() throws Exception {
    Map<String, String> header = Map.of("content-encoding", "gzip");
    assertThat(isLarge(gzip(SMALL), header)).isFalse();
    assertThat(isLarge(gzip(LARGE), header)).isTrue();
    assertThat(isLarge(gzip(LARGE), Map.of())).isTrue();
    assertThat(isLarge(Zstd.compress(SMALL), Map.of("content-encoding", "zstd"))).isFalse();
    assertThat(isLarge(Zstd.compress(LARGE), Map.of("content-encoding", "zstd"))).isTrue();
  }

  @Test
  void grpcMessage_counts() throws Exception {
    assertThat(isLarge(framed(gzip(LARGE)), Map.of("grpc-encoding", "gzip"))).isTrue();
    assertThat(isLarge(framed(gzip(SMALL)), Map.of("grpc-encoding", "gzip"))).isFalse();
    assertThat(isLarge(framed(Zstd.compress(LARGE)), Map.of("grpc-encoding", "zstd"))).isTrue();
    assertThat(isLarge(framed(Zstd.compress(SMALL)), Map.of("grpc-encoding", "zstd"))).isFalse();
  }

  @Test
  void unknownOrEmptyBodies_areNotLarge() {
    assertThat(isLarge(new byte[0], Map.of("content-encoding", "gzip"))).isFalse();
    assertThat(isLarge(new byte[9], Map.of("content-encoding", "br"))).isFalse();
    assertThat(isLarge(new byte[2], Map.of("grpc-encoding", "zstd"))).isFalse();
  }
}
