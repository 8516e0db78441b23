package dev.plumbline.export.transport;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;

/**
 * A {@code google.rpc.Status}, read by hand: code = 1, message = 2, details = 3 (each an {@code
 * Any}: type_url = 1, value = 2), of which {@code google.rpc.RetryInfo} counts: retry_delay = 1
 * (seconds = 1, nanos = 2). It comes in the trailer {@code grpc-status-details-bin} and as the body
 * of failed HTTP requests (§2.1, §2.2 of the OTLP study). Immutable.
 */
public final class RpcStatus {
  public static final RpcStatus EMPTY = new RpcStatus();

  private static final String RETRY_INFO = "google.rpc.RetryInfo";
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** More seconds than this are this many: the sum of nanoseconds must not overflow. */
  private static final long MAX_SECONDS = 1_000_000_000L;

  private String message = "";
  private boolean hasRetryInfo;
  private long retryDelayNanos;

  private RpcStatus() {}

  /**
   * @param bytes bounded by the caller
   * @throws IOException if the bytes are no such message
   */
  public static RpcStatus parse(byte[] bytes) throws IOException {
    RpcStatus status = new RpcStatus();
    CodedInputStream in = CodedInputStream.newInstance(bytes);
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == field(2)) {
        status.message = in.readString();
      } else if (tag == field(3)) {
        status.readDetail(CodedInputStream.newInstance(in.readByteArray()));
      } else {
        in.skipField(tag);
      }
    }
    return status;
  }

  private void readDetail(CodedInputStream in) throws IOException {
    String type = "";
    byte[] value = new byte[0];
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == field(1)) {
        type = in.readString();
      } else if (tag == field(2)) {
        value = in.readByteArray();
      } else {
        in.skipField(tag);
      }
    }
    if (type.substring(type.lastIndexOf('/') + 1).equals(RETRY_INFO)) {
      hasRetryInfo = true;
      retryDelayNanos = retryDelay(CodedInputStream.newInstance(value));
    }
  }

  private static long retryDelay(CodedInputStream in) throws IOException {
    long nanos = 0;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == field(1)) {
        nanos = duration(CodedInputStream.newInstance(in.readByteArray()));
      } else {
        in.skipField(tag);
      }
    }
    return nanos;
  }

  private static long duration(CodedInputStream in) throws IOException {
    long seconds = 0;
    long nanos = 0;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == 1 << 3) {
        seconds = in.readInt64();
      } else if (tag == 2 << 3) {
        nanos = in.readInt32();
      } else {
        in.skipField(tag);
      }
    }
    return Math.max(0, Math.min(Math.max(0, seconds), MAX_SECONDS) * NANOS_PER_SECOND + nanos);
  }

  private static int field(int number) {
    return number << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
  }

  /** As received, of any length; empty if there is none. */
  public String message() {
    return message;
  }

  /** Whether the receiver says that trying again makes sense. */
  public boolean hasRetryInfo() {
    return hasRetryInfo;
  }

  /** 0 if the receiver leaves it to us. */
  public long retryDelayNanos() {
    return retryDelayNanos;
  }
}
