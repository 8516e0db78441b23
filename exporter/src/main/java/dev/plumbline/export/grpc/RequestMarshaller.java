package dev.plumbline.export.grpc;

import com.google.protobuf.CodedInputStream;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.fault.FaultText;
import dev.plumbline.otlp.ExportReply;
import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The method that we call, with marshallers over bytes in place of generated classes. */
final class RequestMarshaller {
  static final MethodDescriptor<ExportRequest, ExportReply> EXPORT =
      MethodDescriptor.<ExportRequest, ExportReply>newBuilder()
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName(
              MethodDescriptor.generateFullMethodName(
                  "opentelemetry.proto.collector.profiles.v1development.ProfilesService", "Export"))
          .setRequestMarshaller(new OfRequest())
          .setResponseMarshaller(new OfReply())
          .build();

  private RequestMarshaller() {}

  private static final class OfRequest implements MethodDescriptor.Marshaller<ExportRequest> {
    @Override
    public InputStream stream(ExportRequest request) {
      return new RequestStream(request);
    }

    @Override
    public ExportRequest parse(InputStream stream) {
      throw new UnsupportedOperationException("we only send requests");
    }
  }

  private static final class OfReply implements MethodDescriptor.Marshaller<ExportReply> {
    @Override
    public InputStream stream(ExportReply reply) {
      throw new UnsupportedOperationException("we only receive replies");
    }

    @Override
    public ExportReply parse(InputStream stream) {
      try {
        return ExportReply.parse(CodedInputStream.newInstance(stream));
      } catch (IOException e) {
        // The status decides whether the request was taken; sending it again would not help.
        return ExportReply.remark("its reply cannot be read: " + FaultText.of(e));
      }
    }
  }

  /** Drained in one go by the framer; the reads serve whoever does not know that. */
  private static final class RequestStream extends InputStream implements KnownLength, Drainable {
    private final ExportRequest request;
    private @Nullable ByteBuffer unread;
    private int remaining;

    RequestStream(ExportRequest request) {
      this.request = request;
      this.remaining = request.length();
    }

    @Override
    public int drainTo(OutputStream target) throws IOException {
      if (remaining != request.length()) {
        throw new IOException("a request that has been read in part cannot be drained");
      }
      if (target instanceof GzipOnce.Target) {
        ((GzipOnce.Target) target).take(request);
      } else {
        request.writeTo(target);
      }
      remaining = 0;
      return request.length();
    }

    @Override
    public int available() {
      return remaining;
    }

    @Override
    public int read() {
      if (remaining == 0) {
        return -1;
      }
      remaining--;
      return unread().get() & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      if (remaining == 0) {
        return -1;
      }
      int count = Math.min(length, remaining);
      unread().get(target, offset, count);
      remaining -= count;
      return count;
    }

    /** Made when it is asked for: a request may have to be inflated for it. */
    private ByteBuffer unread() {
      if (unread == null) {
        unread = request.body();
      }
      return unread;
    }
  }
}
