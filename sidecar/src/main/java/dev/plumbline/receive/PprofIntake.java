package dev.plumbline.receive;

import dev.plumbline.convert.ConvertedWindow;
import dev.plumbline.convert.OtlpTarget;
import dev.plumbline.convert.PprofToOtlp;
import dev.plumbline.convert.PprofToWindow;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.pprof.PprofProfile;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What the receivers of pprof do with a profile that they have read. Thread-safe. */
final class PprofIntake {
  /** As senders are listed with it. */
  static final String FORMAT = "pprof";

  /** Of one OTLP request that a profile becomes. */
  private static final int MAX_REQUEST_BYTES = 4 << 20;

  private final ProfileIntake intake;
  private final ReceiverCounts counts;
  private final Scope scope;
  private final Clock clock;

  PprofIntake(ProfileIntake intake, ReceiverCounts counts, Scope scope, Clock clock) {
    this.intake = intake;
    this.counts = counts;
    this.scope = scope;
    this.clock = clock;
  }

  /**
   * Returns when the profile is safe.
   *
   * @throws RefusedException if it is not: the sender should try again later
   */
  void take(PprofProfile profile, Resource resource, Request request)
      throws RefusedException, InterruptedException {
    Instant now = clock.instant();
    long nowUnixNanos = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    ConvertedWindow converted = PprofToWindow.convert(profile, resource, scope, nowUnixNanos);
    OtlpTarget.Builder target =
        OtlpTarget.builder(OtlpLevel.V1_10)
            .resource(resource)
            .scope(scope)
            .maxRequestBytes(MAX_REQUEST_BYTES)
            .forReceiver(nowUnixNanos);
    ReceivedProfiles profiles = new Received(profile, converted, target.build());
    if (!converted.window().isEmpty() && !intake.accept(profiles)) {
      throw new RefusedException(503, "queue", "the profile could not be queued; try again later");
    }
    counts.taken(converted.window().sampleCount(), converted.untimedProfiles());
    converted.rejected().forEach((reason, count) -> counts.rejected(reason.label(), count));
    counts.senders().accepted(SenderTable.name(request), FORMAT, "");
  }

  /** A profile with all that the model has no place for. */
  private record Received(PprofProfile profile, ConvertedWindow converted, OtlpTarget target)
      implements ReceivedProfiles {
    @Override
    public ProfileWindow window() {
      return converted.window();
    }

    @Override
    public @Nullable List<ExportRequest> encoded(OtlpLevel level) {
      return level == OtlpLevel.V1_10 ? PprofToOtlp.convert(profile, target) : null;
    }
  }
}
