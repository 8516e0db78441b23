package dev.plumbline.export.grpc;

import dev.plumbline.export.sender.ExportRequest;
import io.grpc.Compressor;
import java.io.IOException;
import java.io.OutputStream;

/**
 * gRPC's {@code gzip} for requests that know how to write themselves so: what came as gzip, or was
 * put on disk as gzip, is not compressed again. Immutable.
 */
final class GzipOnce implements Compressor {
  static final String NAME = "gzip";

  @Override
  public String getMessageEncoding() {
    return NAME;
  }

  @Override
  public OutputStream compress(OutputStream framed) {
    return new Target(framed);
  }

  /** Takes a request as a whole, and nothing else. Confined to the call's thread. */
  static final class Target extends OutputStream {
    private final OutputStream framed;

    private Target(OutputStream framed) {
      this.framed = framed;
    }

    void take(ExportRequest request) throws IOException {
      request.writeGzipTo(framed);
    }

    @Override
    public void write(int oneByte) throws IOException {
      throw new IOException("only a request as a whole is compressed here");
    }

    @Override
    public void close() throws IOException {
      framed.close();
    }
  }
}
