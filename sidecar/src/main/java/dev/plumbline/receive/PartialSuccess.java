package dev.plumbline.receive;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * An {@code ExportProfilesServiceResponse}: partial_success = 1 (rejected_profiles = 1 int64,
 * error_message = 2 string). Stateless.
 */
final class PartialSuccess {
  private PartialSuccess() {}

  static byte[] encode(long rejectedProfiles, String text) {
    byte[] partial =
        message(
            out -> {
              out.writeInt64(1, rejectedProfiles);
              out.writeString(2, text);
            });
    return message(out -> out.writeByteArray(1, partial));
  }

  /** Writes the fields of a message. */
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
