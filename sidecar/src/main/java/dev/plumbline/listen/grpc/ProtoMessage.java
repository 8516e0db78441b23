package dev.plumbline.listen.grpc;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Small protobuf messages, such as answers, written field by field. Stateless. */
public final class ProtoMessage {
  private ProtoMessage() {}

  /** Writes the fields of a message. */
  @FunctionalInterface
  public interface Fields {
    void writeTo(CodedOutputStream out) throws IOException;
  }

  /** The bytes of a message, without its length. */
  public static byte[] of(Fields fields) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      CodedOutputStream out = CodedOutputStream.newInstance(bytes);
      fields.writeTo(out);
      out.flush();
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory has no failures
    }
  }
}
