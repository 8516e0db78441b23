package dev.plumbline.otlp;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;

/**
 * A receiver's {@code ExportProfilesServiceResponse}, read by hand: {@code partial_success = 1}
 * with {@code rejected_profiles = 1} and {@code error_message = 2} (§2.1 of the OTLP study). The
 * same at all levels. An empty reply is full success. Immutable.
 */
public final class ExportReply {
  /** Nothing rejected, nothing said. */
  public static final ExportReply EMPTY = new ExportReply(0, "");

  private static final int PARTIAL_SUCCESS = 1;
  private static final int REJECTED_PROFILES = 1;
  private static final int ERROR_MESSAGE = 2;

  private final long rejectedProfiles;
  private final String errorMessage;

  private ExportReply(long rejectedProfiles, String errorMessage) {
    this.rejectedProfiles = rejectedProfiles;
    this.errorMessage = errorMessage;
  }

  /** Nothing rejected, and this to say about it. */
  public static ExportReply remark(String errorMessage) {
    return new ExportReply(0, errorMessage);
  }

  /**
   * Reads to the end; unknown fields are passed over.
   *
   * @param in bounded by the caller
   * @throws IOException if the bytes are no such message
   */
  public static ExportReply parse(CodedInputStream in) throws IOException {
    long rejected = 0;
    String message = "";
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (!isMessage(tag, PARTIAL_SUCCESS)) {
        in.skipField(tag);
        continue;
      }
      int outer = in.pushLimit(in.readRawVarint32());
      for (int inner = in.readTag(); inner != 0; inner = in.readTag()) {
        if (inner == REJECTED_PROFILES << 3) {
          rejected = in.readInt64();
        } else if (isMessage(inner, ERROR_MESSAGE)) {
          message = in.readString();
        } else {
          in.skipField(inner);
        }
      }
      in.popLimit(outer);
    }
    return new ExportReply(rejected, message);
  }

  private static boolean isMessage(int tag, int number) {
    return tag == (number << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED);
  }

  public long rejectedProfiles() {
    return rejectedProfiles;
  }

  /** As received, of any length; empty if there is none. */
  public String errorMessage() {
    return errorMessage;
  }
}
