package dev.plumbline.export.grpc;

import dev.plumbline.export.sender.ExportResult;
import dev.plumbline.export.transport.ReceiverText;
import dev.plumbline.export.transport.RpcStatus;
import dev.plumbline.otlp.ExportReply;
import io.grpc.Metadata;
import io.grpc.Status;
import java.io.IOException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the end of a call means, by the table of §2.1 of the OTLP study. */
final class GrpcOutcome {
  static final Metadata.Key<byte[]> STATUS_DETAILS =
      Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

  private static final Pattern PIPELINE = Pattern.compile("\\s*Channel Pipeline: \\[[^]]*]");

  private static final String UNIMPLEMENTED_EXPLAINED =
      "the receiver has no OTLP profiles service: a Collector needs a profiles pipeline and"
          + " --feature-gates=service.profilesSupport, Pyroscope takes gRPC on its HTTP port (4040)";

  private static final String LEVEL_EXPLAINED =
      "the receiver reads another level of OTLP profiles: set otlp-level to its own";

  private static final String SIZE_EXPLAINED =
      "if the request is larger than the receiver takes, lower max-request-bytes";

  private GrpcOutcome() {}

  static ExportResult of(ExportReply reply) {
    String message = ReceiverText.clean(reply.errorMessage());
    if (reply.rejectedProfiles() > 0) {
      return ExportResult.partlyRejected(reply.rejectedProfiles(), message);
    }
    return message.isEmpty() ? ExportResult.accepted() : ExportResult.acceptedWithWarning(message);
  }

  /**
   * @param trailers null if the receiver sent none
   */
  static ExportResult of(Status status, @Nullable Metadata trailers) {
    RpcStatus details = details(trailers);
    String reason = status.getCode().name().toLowerCase(Locale.ROOT);
    String text = ReceiverText.ofCauses(withoutPipeline(status), status.getCause());
    switch (status.getCode()) {
      case CANCELLED:
      case DEADLINE_EXCEEDED:
      case ABORTED:
      case OUT_OF_RANGE:
      case UNAVAILABLE:
      case DATA_LOSS:
        return ExportResult.retryAfter(reason, text, details.retryDelayNanos());
      case UNKNOWN:
        // The library's word for a connection that closed as the call began. No receiver sends a
        // cause along.
        return status.getCause() instanceof IOException
            ? ExportResult.retryAfter("unavailable", text, 0)
            : ExportResult.refused(ExportResult.Refusal.REQUEST, reason, text);
      case RESOURCE_EXHAUSTED:
        return details.hasRetryInfo()
            ? ExportResult.retryAfter(reason, text, details.retryDelayNanos())
            : refused(ExportResult.Refusal.REQUEST, reason, SIZE_EXPLAINED, text);
      case UNIMPLEMENTED:
        return refused(ExportResult.Refusal.RECEIVER, reason, UNIMPLEMENTED_EXPLAINED, text);
      case PERMISSION_DENIED:
      case UNAUTHENTICATED:
        return ExportResult.refused(ExportResult.Refusal.RECEIVER, reason, text);
      case INTERNAL:
        return text.contains("wrong wireType")
            ? refused(ExportResult.Refusal.REQUEST, reason, LEVEL_EXPLAINED, text)
            : ExportResult.refused(ExportResult.Refusal.REQUEST, reason, text);
      default:
        return ExportResult.refused(ExportResult.Refusal.REQUEST, reason, text);
    }
  }

  private static ExportResult refused(
      ExportResult.Refusal refusal, String reason, String explanation, String text) {
    return ExportResult.refused(
        refusal,
        reason,
        ReceiverText.clean(
            text.isEmpty() ? explanation : explanation + " (it says: " + text + ")"));
  }

  /** The library adds its own handlers to what it says; they help nobody who reads a log. */
  private static @Nullable String withoutPipeline(Status status) {
    String description = status.getDescription();
    return description == null ? null : PIPELINE.matcher(description).replaceAll("");
  }

  private static RpcStatus details(@Nullable Metadata trailers) {
    byte[] bytes = trailers == null ? null : trailers.get(STATUS_DETAILS);
    if (bytes == null) {
      return RpcStatus.EMPTY;
    }
    try {
      return RpcStatus.parse(bytes);
    } catch (IOException ignored) {
      // Details are an extra: without them the code alone decides.
      return RpcStatus.EMPTY;
    }
  }
}
