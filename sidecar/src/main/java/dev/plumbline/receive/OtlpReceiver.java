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
import dev.plumbline.otlp.decode.OtlpDecoder;
import dev.plumbline.otlp.decode.OtlpLimits;
import dev.plumbline.otlp.decode.OtlpRequest;
import dev.plumbline.otlp.decode.ReceivedLevel;
import dev.plumbline.wire.InputException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** OTLP Profiles of level 1.10 and 1.11, over gRPC and HTTP. Thread-safe. */
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
  private final OtlpDecoder decoder =
      OtlpDecoder.of(ReceivedLevel.NEWEST, OtlpLimits.DEFAULT.withMaxBytes(MAX_BYTES));

  public OtlpReceiver(ProfileIntake intake, ReceiverCounts counts, Clock clock) {
    this.intake = intake;
    this.counts = counts;
    this.clock = clock;
  }

  /** The gRPC method. */
  public Route grpcRoute() {
    return Route.grpc(SERVICE, "Export", MAX_BYTES, (message, call) -> GrpcReply.ok(take(message)));
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
    return Response.of(200, PROTOBUF, take(ContentCoding.body(request, MAX_BYTES, 400)));
  }

  private static Response failure(RefusedException refusal) {
    return Response.of(refusal.status(), PROTOBUF, RpcStatusMessage.of(0, refusal.text(), 0));
  }

  /** The body of the answer. */
  private byte[] take(byte[] message) throws RefusedException, InterruptedException {
    OtlpRequest request;
    try {
      request = decoder.decode(message);
    } catch (InputException e) {
      throw InputRefusal.of(e, 400);
    }
    ConvertedWindow converted = OtlpToWindow.convert(request, nowUnixNanos());
    ReceivedProfiles profiles =
        new ReceivedProfiles(converted.window(), original(message, request, converted));
    if (!converted.window().isEmpty() && !intake.accept(profiles)) {
      throw new RefusedException(503, "queue", "the profiles could not be queued; try again later");
    }
    counts.taken(converted.window().sampleCount(), converted.untimedProfiles());
    converted.rejected().forEach((reason, count) -> counts.rejected(reason.label(), count));
    return answer(request, converted);
  }

  private long nowUnixNanos() {
    Instant now = clock.instant();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
  }

  /** Only what says all that the window says, and nothing that we had to leave out or to change. */
  private static ReceivedProfiles.@Nullable Original original(
      byte[] message, OtlpRequest request, ConvertedWindow converted) {
    if (request.level() != ReceivedLevel.V1_10
        || converted.rejectedSamples() > 0
        || converted.untimedProfiles() > 0) {
      return null;
    }
    ExportRequest same =
        ExportRequest.takingOver(
            message, message.length, request.profileCount(), converted.window().samples());
    return new ReceivedProfiles.Original(same, OtlpLevel.V1_10);
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
