package dev.plumbline.receive;

import dev.plumbline.convert.ConvertedWindow;
import dev.plumbline.convert.OtlpSummary;
import dev.plumbline.convert.OtlpToWindow;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.format.OtlpJson;
import dev.plumbline.listen.ContentCoding;
import dev.plumbline.listen.LargerThanHeapException;
import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import dev.plumbline.listen.Response;
import dev.plumbline.listen.Route;
import dev.plumbline.listen.grpc.GrpcReply;
import dev.plumbline.listen.grpc.GrpcRoute;
import dev.plumbline.listen.grpc.RpcStatusMessage;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.otlp.decode.LevelFinder;
import dev.plumbline.otlp.decode.OtlpDecoder;
import dev.plumbline.otlp.decode.OtlpLimits;
import dev.plumbline.otlp.decode.OtlpRequest;
import dev.plumbline.otlp.decode.OtlpResource;
import dev.plumbline.otlp.decode.OtlpScope;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.SampleCounts;
import dev.plumbline.profile.Scope;
import dev.plumbline.wire.InputException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
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
  private static final String FORMAT = "otlp";
  private static final String PROTOBUF = "application/x-protobuf";
  private static final String JSON = "application/json";
  private static final OtlpLimits LIMITS =
      OtlpLimits.DEFAULT.withMaxBytes(MAX_BYTES).within(Runtime.getRuntime().maxMemory());

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
    return LevelFinder.of(LIMITS, clock);
  }

  /** The gRPC method. */
  public Route grpcRoute() {
    return GrpcRoute.of(
        SERVICE,
        "Export",
        MAX_BYTES,
        (message, call) ->
            counts
                .senders()
                .counting(
                    call,
                    FORMAT,
                    () -> GrpcReply.ok(take(message, levels::decode, call).toProtobuf())));
  }

  /** The path of OTLP over HTTP. */
  public Route httpRoute() {
    return Route.post(
            PATH,
            MAX_BYTES,
            request -> counts.senders().counting(request, FORMAT, () -> http(request)))
        .answering(OtlpReceiver::failure);
  }

  private Response http(Request request) throws RefusedException, InterruptedException {
    String type = request.mediaType();
    if (type.equals(JSON)) {
      OtlpJson json = fromJson(ContentCoding.body(request, MAX_BYTES, 400));
      Decoding decoding = (message, sender) -> OtlpDecoder.of(json.level(), LIMITS).decode(message);
      return Response.of(200, JSON, take(json.protobuf(), decoding, request).toJson());
    }
    if (!type.equals(PROTOBUF) && !type.equals("application/protobuf")) {
      throw new RefusedException(
          415,
          "media_type",
          (type.isEmpty() ? "Content-Type is missing" : "Content-Type is \"" + type + '"')
              + ", expected "
              + PROTOBUF
              + " or "
              + JSON);
    }
    byte[] message = ContentCoding.body(request, MAX_BYTES, 400);
    return Response.of(200, PROTOBUF, take(message, levels::decode, request).toProtobuf());
  }

  /** JSON names its fields, so its level is known. */
  private static OtlpJson fromJson(byte[] json) throws RefusedException {
    try {
      return OtlpJson.read(json);
    } catch (InputException e) {
      throw InputRefusal.of(e, 400);
    }
  }

  /** In the encoding of the request. */
  private static Response failure(Request request, RefusedException refusal) {
    return request.mediaType().equals(JSON)
        ? Response.of(refusal.status(), JSON, PartialSuccess.statusJson(refusal.text()))
        : Response.of(refusal.status(), PROTOBUF, RpcStatusMessage.of(0, refusal.text(), 0));
  }

  /** Reads a message of a sender. */
  @FunctionalInterface
  private interface Decoding {
    OtlpRequest decode(byte[] message, String sender) throws InputException;
  }

  private PartialSuccess take(byte[] message, Decoding decoding, Request call)
      throws RefusedException, InterruptedException {
    String sender = SenderTable.name(call);
    OtlpRequest request;
    try {
      request = decoding.decode(message, sender);
    } catch (InputException e) {
      throw InputRefusal.of(e, 400);
    }
    byte[] gzip = call.mediaType().equals(JSON) ? null : WireGzip.of(call, message.length);
    Received received = new Received(message, gzip, request, nowUnixNanos());
    if (!received.isEmpty() && !intake.accept(received)) {
      throw new RefusedException(503, "queue", "the profiles could not be queued; try again later");
    }
    counts.senders().accepted(sender, FORMAT, request.level().text());
    if (received.whole != null) {
      counts.taken(received.whole.total(), 0);
      return PartialSuccess.WHOLE;
    }
    ConvertedWindow converted = received.converted();
    counts.taken(converted.window().sampleCount(), converted.untimedProfiles());
    converted.rejected().forEach((reason, count) -> counts.rejected(reason.label(), count));
    return answer(request, converted);
  }

  private long nowUnixNanos() {
    Instant now = clock.instant();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
  }

  /** A request as it came; it becomes a window only where one is asked for. */
  private static final class Received implements ReceivedProfiles {
    private final byte[] message;
    private final byte @Nullable [] gzip;
    private final OtlpRequest request;
    private final long receivedUnixNanos;
    private final @Nullable SampleCounts whole;
    private @Nullable ConvertedWindow converted;

    Received(byte[] message, byte @Nullable [] gzip, OtlpRequest request, long receivedUnixNanos) {
      this.message = message;
      this.gzip = gzip;
      this.request = request;
      this.receivedUnixNanos = receivedUnixNanos;
      this.whole = OtlpSummary.samplesIfWhole(request);
    }

    boolean isEmpty() {
      return whole == null ? window().isEmpty() : whole.total() == 0;
    }

    ConvertedWindow converted() {
      ConvertedWindow known = converted;
      if (known == null) {
        LargerThanHeapException.check(OtlpSummary.windowBytes(request));
        known = OtlpToWindow.convert(request, receivedUnixNanos);
        converted = known;
      }
      return known;
    }

    @Override
    public ProfileWindow window() {
      return converted().window();
    }

    @Override
    public long sampleCount() {
      return request.sampleCount();
    }

    @Override
    public @Nullable String deliveryId() {
      return DeliveryId.of(request);
    }

    @Override
    public void eachSource(BiConsumer<Resource, Scope> visitor) {
      for (OtlpResource resource : request.resources()) {
        for (OtlpScope scope : resource.scopes()) {
          visitor.accept(resource.resource(), scope.scope());
        }
      }
    }

    /** Itself, if there is nothing to leave out or to change. */
    @Override
    public @Nullable List<ExportRequest> encoded(OtlpLevel level) {
      if (whole == null || !request.level().text().equals(level.text())) {
        return null;
      }
      ExportRequest same =
          ExportRequest.takingOver(message, message.length, request.profileCount(), whole);
      return List.of(gzip == null ? same : same.withGzip(gzip));
    }
  }

  private static PartialSuccess answer(OtlpRequest request, ConvertedWindow converted) {
    if (converted.rejectedSamples() == 0) {
      return PartialSuccess.WHOLE;
    }
    List<String> reasons =
        converted.rejected().entrySet().stream()
            .map(entry -> entry.getValue() + " samples " + entry.getKey().label())
            .toList();
    int profiles = Math.min(converted.rejectedSamples(), request.profileCount());
    return new PartialSuccess(profiles, "left out: " + String.join(", ", reasons));
  }
}
