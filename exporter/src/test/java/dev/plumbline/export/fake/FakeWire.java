package dev.plumbline.export.fake;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Messages that a receiver answers with, written from their definitions. */
public final class FakeWire {
  private FakeWire() {}

  /** An {@code ExportProfilesServiceResponse}. */
  public static byte[] exportReply(long rejectedProfiles, String message) {
    byte[] partial =
        message(
            out -> {
              out.writeInt64(1, rejectedProfiles);
              out.writeString(2, message);
            });
    return message(out -> out.writeByteArray(1, partial));
  }

  /** A {@code google.rpc.Status}, with a {@code google.rpc.RetryInfo} unless it is null. */
  public static byte[] rpcStatus(int code, String text, @Nullable Duration retryDelay) {
    return message(
        out -> {
          out.writeInt32(1, code);
          out.writeString(2, text);
          // A detail of another kind before it, as real servers send them.
          out.writeByteArray(3, any("type.googleapis.com/google.rpc.ErrorInfo", new byte[0]));
          if (retryDelay != null) {
            out.writeByteArray(
                3, any("type.googleapis.com/google.rpc.RetryInfo", retryInfo(retryDelay)));
          }
        });
  }

  private static byte[] retryInfo(Duration delay) {
    byte[] duration =
        message(
            out -> {
              out.writeInt64(1, delay.getSeconds());
              out.writeInt32(2, delay.getNano());
            });
    return message(out -> out.writeByteArray(1, duration));
  }

  private static byte[] any(String type, byte[] value) {
    return message(
        out -> {
          out.writeString(1, type);
          out.writeBytes(2, ByteString.copyFrom(value));
        });
  }

  private interface Writer {
    void write(CodedOutputStream out) throws IOException;
  }

  private static byte[] message(Writer writer) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    try {
      writer.write(out);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
