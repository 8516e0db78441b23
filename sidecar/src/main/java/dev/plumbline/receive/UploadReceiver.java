package dev.plumbline.receive;

import dev.plumbline.convert.ConvertedWindow;
import dev.plumbline.convert.PprofToWindow;
import dev.plumbline.listen.ContentCoding;
import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import dev.plumbline.listen.Response;
import dev.plumbline.listen.Route;
import dev.plumbline.pprof.PprofLimits;
import dev.plumbline.pprof.PprofProfile;
import dev.plumbline.pprof.PprofReader;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;
import dev.plumbline.wire.InputException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

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

  private static final int MAX_NAME_CHARACTERS = 1_024;

  private final ProfileIntake intake;
  private final ReceiverCounts counts;
  private final Scope scope;
  private final Clock clock;
  private final PprofReader reader =
      PprofReader.of(
          PprofLimits.PUSHED
              .withMaxInflatedBytes(MAX_BYTES)
              .withMaxSampleTypes(MAX_SAMPLE_TYPES)
              .withMaxRows(MAX_DECODED_SAMPLE_ROWS));

  /**
   * Keeps nothing between requests.
   *
   * @param scope of the profiles
   */
  public UploadReceiver(ProfileIntake intake, ReceiverCounts counts, Scope scope, Clock clock) {
    this.intake = intake;
    this.counts = counts;
    this.scope = scope;
    this.clock = clock;
  }

  public Route route() {
    return Route.post("/profiling/upload", MAX_BYTES, this::handle);
  }

  private Response handle(Request request) throws RefusedException, InterruptedException {
    Resource resource = resource(request);
    byte[] body = ContentCoding.body(request, MAX_BYTES, 400);
    PprofProfile profile;
    try {
      profile = reader.read(body);
    } catch (InputException e) {
      throw InputRefusal.of(e, 422);
    }
    Instant now = clock.instant();
    long nowUnixNanos = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    ConvertedWindow converted = PprofToWindow.convert(profile, resource, scope, nowUnixNanos);
    ReceivedProfiles profiles = new ReceivedProfiles(converted.window(), null);
    if (!converted.window().isEmpty() && !intake.accept(profiles)) {
      throw new RefusedException(503, "queue", "the profile could not be queued; try again later");
    }
    counts.taken(converted.window().sampleCount(), converted.untimedProfiles());
    converted.rejected().forEach((reason, count) -> counts.rejected(reason.label(), count));
    return Response.empty(204);
  }

  private static Resource resource(Request request) throws RefusedException {
    String workload = name(request, "workload");
    String service = name(request, "serviceName");
    if (workload == null && service == null) {
      throw new RefusedException(
          400, "no_name", "the query names neither workload nor serviceName, expected one of them");
    }
    List<Attribute> attributes = new ArrayList<>();
    if (workload != null) {
      attributes.add(Attribute.of("k8s.workload.name", workload));
    }
    String serviceName = service == null ? workload : service;
    if (serviceName != null) {
      attributes.add(Attribute.of("service.name", serviceName));
    }
    return Resource.of(Attributes.of(attributes));
  }

  private static @Nullable String name(Request request, String parameter) throws RefusedException {
    String name = request.parameter(parameter);
    if (name == null || name.isBlank()) {
      return null;
    }
    if (name.length() > MAX_NAME_CHARACTERS) {
      throw new RefusedException(
          400,
          "no_name",
          parameter + " has " + name.length() + " characters, at most " + MAX_NAME_CHARACTERS);
    }
    return name.strip();
  }
}
