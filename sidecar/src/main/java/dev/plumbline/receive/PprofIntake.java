package dev.plumbline.receive;

import dev.plumbline.convert.ConvertedWindow;
import dev.plumbline.convert.OtlpTarget;
import dev.plumbline.convert.PprofSummary;
import dev.plumbline.convert.PprofToOtlp;
import dev.plumbline.convert.PprofToWindow;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.listen.LargerThanHeapException;
import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.pprof.PprofProfile;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** What the receivers of pprof do with a profile that they have read. Thread-safe. */
public final class PprofIntake {
  /** As senders are listed with it. */
  static final String FORMAT = "pprof";

  private final ProfileIntake intake;
  private final ReceiverCounts counts;
  private final Scope scope;

  /**
   * Keeps nothing between profiles.
   *
   * @param scope of the profiles
   */
  public PprofIntake(ProfileIntake intake, ReceiverCounts counts, Scope scope) {
    this.intake = intake;
    this.counts = counts;
    this.scope = scope;
  }

  /**
   * Returns when the profile is safe.
   *
   * @param sender for the list of senders
   * @param received end of the window where the profile does not say its time
   * @return false if it is not safe: it should come again later
   */
  public boolean take(PprofProfile profile, Resource resource, String sender, Instant received)
      throws InterruptedException {
    long receivedUnixNanos =
        TimeUnit.SECONDS.toNanos(received.getEpochSecond()) + received.getNano();
    Received profiles = new Received(profile, resource, scope, receivedUnixNanos);
    if (!profiles.isEmpty() && !intake.accept(profiles)) {
      return false;
    }
    profiles.count(counts);
    counts.senders().accepted(sender, FORMAT, "");
    return true;
  }

  /**
   * As {@link #take}, for a pushed profile.
   *
   * @throws RefusedException if it is not safe
   */
  void take(PprofProfile profile, Resource resource, Request request, Instant received)
      throws RefusedException, InterruptedException {
    if (!take(profile, resource, SenderTable.name(request), received)) {
      throw new RefusedException(503, "queue", "the profile could not be queued; try again later");
    }
  }

  /**
   * A profile with all that the model has no place for. It becomes a window only where one is asked
   * for.
   */
  private static final class Received implements ReceivedProfiles {
    private final PprofProfile profile;
    private final Resource resource;
    private final Scope scope;
    private final long receivedUnixNanos;
    private final boolean isWhole;
    private @Nullable ConvertedWindow converted;
    private @Nullable List<ExportRequest> encoded;

    Received(PprofProfile profile, Resource resource, Scope scope, long receivedUnixNanos) {
      this.profile = profile;
      this.resource = resource;
      this.scope = scope;
      this.receivedUnixNanos = receivedUnixNanos;
      this.isWhole = PprofSummary.isWhole(profile);
    }

    boolean isEmpty() {
      return isWhole ? !PprofSummary.hasValues(profile) : window().isEmpty();
    }

    @Override
    public ProfileWindow window() {
      return converted().window();
    }

    @Override
    public long sampleCount() {
      return (long) profile.sampleCount() * profile.sampleTypeCount();
    }

    private ConvertedWindow converted() {
      ConvertedWindow known = converted;
      if (known == null) {
        LargerThanHeapException.check(PprofSummary.windowBytes(profile));
        known = PprofToWindow.convert(profile, resource, scope, receivedUnixNanos);
        converted = known;
      }
      return known;
    }

    @Override
    public void eachSource(BiConsumer<Resource, Scope> visitor) {
      visitor.accept(resource, scope);
    }

    @Override
    public @Nullable List<ExportRequest> encoded(OtlpLevel level) {
      if (!isWhole || level != OtlpLevel.V1_10) {
        return null;
      }
      List<ExportRequest> known = encoded;
      if (known == null) {
        OtlpTarget target =
            OtlpTarget.builder(level)
                .resource(resource)
                .scope(scope)
                .forReceiver(receivedUnixNanos)
                .build();
        known = PprofToOtlp.convert(profile, target);
        encoded = known;
      }
      return known;
    }

    /** By what was made of it. */
    void count(ReceiverCounts counts) {
      List<ExportRequest> requests = encoded;
      if (converted == null && requests != null) {
        long samples = 0;
        int profiles = 0;
        for (ExportRequest request : requests) {
          samples += request.samples().total();
          profiles += request.profileCount();
        }
        counts.taken(samples, PprofSummary.isTimed(profile) ? 0 : profiles);
        return;
      }
      counts.taken(window().sampleCount(), converted().untimedProfiles());
      converted().rejected().forEach((why, count) -> counts.rejected(why.label(), count));
    }
  }
}
