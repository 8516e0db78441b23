package dev.plumbline.listen;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyFramedOutputStream;

/** Bodies as senders compress them, by the libraries' own writers. */
public final class CompressedBodies {
  private CompressedBodies() {}

  public static byte[] of(ContentCoding coding, byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    switch (coding) {
      case IDENTITY -> out.write(bytes);
      case GZIP -> {
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
          gzip.write(bytes);
        }
      }
      case ZLIB -> {
        try (DeflaterOutputStream zlib = new DeflaterOutputStream(out)) {
          zlib.write(bytes);
        }
      }
      case ZSTD -> out.write(Zstd.compress(bytes));
      case SNAPPY -> out.write(Snappy.compress(bytes));
      case SNAPPY_FRAMED -> {
        try (SnappyFramedOutputStream snappy = new SnappyFramedOutputStream(out)) {
          snappy.write(bytes);
        }
      }
      case LZ4 -> {
        try (LZ4FrameOutputStream lz4 = new LZ4FrameOutputStream(out)) {
          lz4.write(bytes);
        }
      }
    }
    return out.toByteArray();
  }
}
