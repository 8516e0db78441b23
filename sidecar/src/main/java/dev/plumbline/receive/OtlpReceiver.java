package dev.plumbline.receive;

import dev.plumbline.convert.ConvertedWindow;
import dev.plumbline.convert.OtlpToWindow;
import dev.plumbline.export.ExportRequest;
import dev.plumbline.listen.ContentCoding;
import dev.plumbline.listen.GrpcReply;
import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import dev.plumbline.listen.Response;
import dev.plumbline.listen.Route;
import dev.plumbline.listen.RpcStatusMessage;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.otlp.decode.LevelFinder;
import dev.plumbline.otlp.decode.OtlpLimits;
import dev.plumbline.otlp.decode.OtlpRequest;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.wire.InputException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * OTLP Profiles of any level, over gRPC and HTTP: the level is found by validation, and remembered
 * for each sender. Thread-safe.
 */
public final class OtlpReceiver {
  /** Inflated, and of the wire. */
  public static final int MAX_BYTES = 64 << 20;

  private static final String SERVICE =
      "opentelemetry.proto.collector.profiles.v1development.ProfilesService";
  private static final String PATH = "/v1development/profiles";
  private static final String PROTOBUF = "application/x-protobuf";

  private final ProfileIntake intake;
  private final ReceiverCounts counts;
  private final Clock clock;
  private final LevelFinder levels;

  /**
   * Keeps nothing between requests.
   *
   * @param levels of all OTLP receivers, since one sender may use several
   */
  public OtlpReceiver(
      ProfileIntake intake, ReceiverCounts counts, LevelFinder levels, Clock clock) {
    this.intake = intake;
    this.counts = counts;
    this.levels = levels;
    this.clock = clock;
  }

  /** For the receivers of one process. */
  public static LevelFinder levels(Clock clock) {
    return LevelFinder.of(OtlpLimits.DEFAULT.withMaxBytes(MAX_BYTES), clock);
  }

  /** The gRPC method. */
  public Route grpcRoute() {
    return Route.grpc(
        SERVICE, "Export", MAX_BYTES, (message, call) -> GrpcReply.ok(take(message, call)));
  }

  /** The path of OTLP over HTTP. */
  public Route httpRoute() {
    return Route.post(PATH, MAX_BYTES, this::http).answering(OtlpReceiver::failure);
  }

  private Response http(Request request) throws RefusedException, InterruptedException {
    String type = request.mediaType();
    if (!type.equals(PROTOBUF) && !type.equals("application/protobuf")) {
      throw new RefusedException(
          415, "media_type", "Content-Type is \"" + type + "\", expected " + PROTOBUF);
    }
    return Response.of(200, PROTOBUF, take(ContentCoding.body(request, MAX_BYTES, 400), request));
  }

  private static Response failure(RefusedException refusal) {
    return Response.of(refusal.status(), PROTOBUF, RpcStatusMessage.of(0, refusal.text(), 0));
  }

  /** The body of the answer. */
  private byte[] take(byte[] message, Request call) throws RefusedException, InterruptedException {
    String sender = SenderTable.name(call);
    OtlpRequest request;
    try {
      request = levels.decode(message, sender);
    } catch (InputException e) {
      throw InputRefusal.of(e, 400);
    }
    ConvertedWindow converted = OtlpToWindow.convert(request, nowUnixNanos());
    if (!converted.window().isEmpty()
        && !intake.accept(new Received(message, request, converted))) {
      throw new RefusedException(503, "queue", "the profiles could not be queued; try again later");
    }
    counts.taken(converted.window().sampleCount(), converted.untimedProfiles());
    counts.senders().accepted(sender, "otlp", request.level().text());
    converted.rejected().forEach((reason, count) -> counts.rejected(reason.label(), count));
    return answer(request, converted);
  }

  private long nowUnixNanos() {
    Instant now = clock.instant();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
  }

  /** A request as it came. */
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  private record Received(byte[] message, OtlpRequest request, ConvertedWindow converted)
      implements ReceivedProfiles {
    @Override
    public ProfileWindow window() {
      return converted.window();
    }

    /** Itself, if we had nothing to leave out or to change. */
    @Override
    public @Nullable List<ExportRequest> encoded(OtlpLevel level) {
      if (!request.level().text().equals(level.text())
          || converted.rejectedSamples() > 0
          || converted.untimedProfiles() > 0) {
        return null;
      }
      return List.of(
          ExportRequest.takingOver(
              message, message.length, request.profileCount(), converted.window().samples()));
    }
  }

  /** Empty if everything was taken, else a partial success. */
  private static byte[] answer(OtlpRequest request, ConvertedWindow converted) {
    if (converted.rejectedSamples() == 0) {
      return new byte[0];
    }
    List<String> reasons =
        converted.rejected().entrySet().stream()
            .map(entry -> entry.getValue() + " samples " + entry.getKey().label())
            .toList();
    int profiles = Math.min(converted.rejectedSamples(), request.profileCount());
    return PartialSuccess.encode(profiles, "left out: " + String.join(", ", reasons));
  }
}
