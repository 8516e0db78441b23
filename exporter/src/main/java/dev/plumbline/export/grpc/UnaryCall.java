package dev.plumbline.export.grpc;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.sender.ExportResult;
import dev.plumbline.otlp.ExportReply;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One call from its start to its status. The callbacks come on the event loop; the exporter's
 * thread waits.
 */
final class UnaryCall extends ClientCall.Listener<ExportReply> {
  /** The deadline ends the call; this only guards against a library that forgets it. */
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile @Nullable ExportReply reply;
  private volatile @Nullable Status status;
  private volatile @Nullable Metadata trailers;

  /** Calls, waits for the end, and returns this. */
  static UnaryCall perform(
      Channel channel,
      CallOptions options,
      Metadata headers,
      ExportRequest request,
      long timeoutNanos) {
    UnaryCall unary = new UnaryCall();
    ClientCall<ExportRequest, ExportReply> call =
        channel.newCall(
            RequestMarshaller.EXPORT,
            options.withDeadlineAfter(timeoutNanos, TimeUnit.NANOSECONDS));
    call.start(unary, headers);
    // Two, so that a second reply, which would be a fault, is seen as one.
    call.request(2);
    call.sendMessage(request);
    call.halfClose();
    unary.await(call, timeoutNanos + GRACE_NANOS);
    return unary;
  }

  private void await(ClientCall<ExportRequest, ExportReply> call, long nanos) {
    try {
      if (!ended.await(nanos, TimeUnit.NANOSECONDS)) {
        call.cancel("no status in time", null);
      }
    } catch (InterruptedException e) {
      call.cancel("interrupted", e);
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void onMessage(ExportReply message) {
    reply = message;
  }

  @Override
  public void onClose(Status end, Metadata endTrailers) {
    status = end;
    trailers = endTrailers;
    ended.countDown();
  }

  /** No answer before the deadline. */
  boolean timedOut() {
    Status end = status;
    return end == null || end.getCode() == Status.Code.DEADLINE_EXCEEDED;
  }

  ExportResult result() {
    Status end = status;
    if (end == null) {
      return ExportResult.retryAfter("cancelled", "the call was given up", 0);
    }
    ExportReply received = reply;
    return end.isOk()
        ? GrpcOutcome.of(received == null ? ExportReply.EMPTY : received)
        : GrpcOutcome.of(end, trailers);
  }
}
