package dev.plumbline.receive;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.listen.grpc.ProtoMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * What is answered to OTLP that was taken, wholly or in part: an {@code
 * ExportProfilesServiceResponse} with partial_success = 1 (rejected_profiles = 1 int64,
 * error_message = 2 string). Immutable.
 *
 * @param rejectedProfiles 0 if everything was taken
 * @param text why, for a person
 */
record PartialSuccess(long rejectedProfiles, String text) {
  static final PartialSuccess WHOLE = new PartialSuccess(0, "");

  private static final JsonFactory JSON = new JsonFactory();

  byte[] toProtobuf() {
    if (rejectedProfiles == 0) {
      return new byte[0];
    }
    byte[] partial =
        ProtoMessage.of(
            out -> {
              out.writeInt64(1, rejectedProfiles);
              out.writeString(2, text);
            });
    return ProtoMessage.of(out -> out.writeByteArray(1, partial));
  }

  /** In OTLP's JSON, where 64-bit numbers are text. */
  byte[] toJson() {
    return json(
        out -> {
          if (rejectedProfiles > 0) {
            out.writeObjectFieldStart("partialSuccess");
            out.writeStringField("rejectedProfiles", Long.toString(rejectedProfiles));
            out.writeStringField("errorMessage", text);
            out.writeEndObject();
          }
        });
  }

  /** A {@code google.rpc.Status} in OTLP's JSON. */
  static byte[] statusJson(String message) {
    return json(out -> out.writeStringField("message", message));
  }

  /** Writes the members of an object. */
  @FunctionalInterface
  private interface Members {
    void writeTo(JsonGenerator out) throws IOException;
  }

  private static byte[] json(Members members) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = JSON.createGenerator(bytes)) {
      out.writeStartObject();
      members.writeTo(out);
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
