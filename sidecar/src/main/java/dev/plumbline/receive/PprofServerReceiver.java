package dev.plumbline.receive;

import dev.plumbline.format.PushedProfileReader;
import dev.plumbline.listen.ContentCoding;
import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import dev.plumbline.listen.Response;
import dev.plumbline.listen.Route;
import dev.plumbline.pprof.PprofLimits;
import dev.plumbline.pprof.PprofProfile;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;
import dev.plumbline.wire.InputException;
import java.time.Clock;
import java.time.Instant;
import java.util.Locale;
import java.util.TreeSet;

/**
 * {@code POST /v1/pprof}, as the Collector's receiver {@code pprof} with its section {@code
 * server}: one pprof profile, or one of the formats before it, in any of its encodings. Answers
 * 204, 400 for what is none, 413 for bytes, and 503 where the Collector says 500. Thread-safe.
 */
public final class PprofServerReceiver {
  public static final int DEFAULT_MAX_REQUEST_BODY_BYTES = 20 << 20;

  /** After all encodings. */
  public static final int MAX_INFLATED_BYTES = 32 << 20;

  private final PprofIntake intake;
  private final ReceiverCounts counts;
  private final Clock clock;
  private final int maxBodyBytes;
  private final ServerOptions options;
  private final RoomyReader reader =
      new RoomyReader(
          PprofLimits.PUSHED.withMaxInflatedBytes(MAX_INFLATED_BYTES),
          limits -> PushedProfileReader.of(limits)::read);

  /**
   * Keeps nothing between requests.
   *
   * @param scope of the profiles
   * @param maxBodyBytes as they come
   */
  public PprofServerReceiver(
      ProfileIntake intake,
      ReceiverCounts counts,
      Scope scope,
      int maxBodyBytes,
      ServerOptions options,
      Clock clock) {
    this.intake = new PprofIntake(intake, counts, scope);
    this.clock = clock;
    this.counts = counts;
    this.maxBodyBytes = maxBodyBytes;
    this.options = options;
  }

  public Route route() {
    return Route.post("/v1/pprof", maxBodyBytes, this::counted).with(options.ofRoutes());
  }

  private Response counted(Request request) throws RefusedException, InterruptedException {
    return counts.senders().counting(request, PprofIntake.FORMAT, () -> handle(request));
  }

  private Response handle(Request request) throws RefusedException, InterruptedException {
    checkEncoding(request);
    byte[] body = ContentCoding.body(request, MAX_INFLATED_BYTES, 400);
    Instant received = clock.instant();
    try {
      PprofProfile profile = QueryInterval.of(request, reader.read(request, body), received);
      Resource resource = options.withMetadata(QueryResource.of(request), request);
      intake.take(profile, resource, request, received);
    } catch (InputException e) {
      boolean isSize = e.kind() == InputException.Kind.TOO_LARGE;
      throw new RefusedException(
          isSize ? 413 : 400, isSize ? "inflated_size" : "profile", BodyLook.words(body, e));
    }
    return Response.empty(204);
  }

  /** One that is known and switched off is refused as one that is not known. */
  private void checkEncoding(Request request) throws RefusedException {
    String header = request.header("content-encoding");
    String name = header == null ? "" : header.strip().toLowerCase(Locale.ROOT);
    if (name.equals("identity")) {
      name = "";
    }
    if (ServerOptions.ALL_ENCODINGS.contains(name) && !options.encodings().contains(name)) {
      throw new RefusedException(
          400,
          "encoding",
          "unsupported Content-Encoding \""
              + name
              + "\", expected one of "
              + new TreeSet<>(options.encodings()));
    }
  }
}
