package dev.plumbline.receive;

import dev.plumbline.listen.ContentCoding;
import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import dev.plumbline.listen.Response;
import dev.plumbline.listen.Route;
import dev.plumbline.pprof.PprofLimits;
import dev.plumbline.pprof.PprofReader;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;
import dev.plumbline.wire.InputException;
import java.time.Clock;

/**
 * {@code POST /profiling/upload}: one pprof profile, plain or gzip, of the workload or service that
 * the query names. Answers 204, 400 (no name, unknown encoding), 413 (bytes), 422 (no profile, too
 * many sample types or rows). Thread-safe.
 */
public final class UploadReceiver {
  /** As it comes, and inflated. */
  public static final int MAX_BYTES = 32 << 20;

  public static final int MAX_SAMPLE_TYPES = 64;

  /** Samples times sample types. */
  public static final int MAX_DECODED_SAMPLE_ROWS = 10_000;

  private final PprofIntake intake;
  private final ReceiverCounts counts;
  private final Clock clock;
  private final RoomyReader reader =
      new RoomyReader(
          PprofLimits.PUSHED
              .withMaxInflatedBytes(MAX_BYTES)
              .withMaxSampleTypes(MAX_SAMPLE_TYPES)
              .withMaxRows(MAX_DECODED_SAMPLE_ROWS),
          limits -> PprofReader.of(limits)::read);

  /**
   * Keeps nothing between requests.
   *
   * @param scope of the profiles
   */
  public UploadReceiver(ProfileIntake intake, ReceiverCounts counts, Scope scope, Clock clock) {
    this.intake = new PprofIntake(intake, counts, scope);
    this.clock = clock;
    this.counts = counts;
  }

  public Route route() {
    return Route.post("/profiling/upload", MAX_BYTES, this::counted);
  }

  private Response counted(Request request) throws RefusedException, InterruptedException {
    return counts.senders().counting(request, PprofIntake.FORMAT, () -> handle(request));
  }

  private Response handle(Request request) throws RefusedException, InterruptedException {
    Resource resource = QueryResource.of(request);
    if (resource.attributes().string("service.name") == null) {
      throw new RefusedException(
          400, "no_name", "the query names neither workload nor serviceName, expected one of them");
    }
    byte[] body = ContentCoding.body(request, MAX_BYTES, 400);
    try {
      intake.take(reader.read(request, body), resource, request, clock.instant());
    } catch (InputException e) {
      throw InputRefusal.ofPprof(e, 422, body);
    }
    return Response.empty(204);
  }
}
