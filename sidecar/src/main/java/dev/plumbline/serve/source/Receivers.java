package dev.plumbline.serve.source;

import dev.plumbline.fetch.HttpClients;
import dev.plumbline.listen.Route;
import dev.plumbline.metric.Scrape;
import dev.plumbline.metric.ScrapeSource;
import dev.plumbline.otlp.decode.LevelFinder;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Scope;
import dev.plumbline.receive.OtlpReceiver;
import dev.plumbline.receive.PprofIntake;
import dev.plumbline.receive.PprofServerReceiver;
import dev.plumbline.receive.ProfileIntake;
import dev.plumbline.receive.ReceiverCounts;
import dev.plumbline.receive.UploadReceiver;
import dev.plumbline.scrape.PullSource;
import dev.plumbline.serve.config.PullSettings;
import dev.plumbline.serve.config.ReceiverSettings;
import dev.plumbline.serve.route.Router;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What each receiver serves, and its counts, which outlive a change. Thread-safe. */
public final class Receivers implements ScrapeSource {
  private final Router router;
  private final Scope scope;
  private final Clock clock = Clock.systemUTC();
  private final LevelFinder levels = OtlpReceiver.levels(clock);
  private final Map<String, ReceiverCounts> counts = new ConcurrentHashMap<>();

  public Receivers(Router router, String version) {
    this.router = router;
    this.scope = Scope.of("plumbline", version);
  }

  /** Of that receiver; they follow the routes of its source. */
  public List<Route> routes(ReceiverSettings receiver) {
    ProfileIntake intake = router.intake(new Router.Source("", receiver.exporters()));
    ReceiverCounts ownCounts = counts(receiver.name());
    return switch (receiver.kind()) {
      case OTLP_GRPC -> List.of(new OtlpReceiver(intake, ownCounts, levels, clock).grpcRoute());
      case OTLP_HTTP -> List.of(new OtlpReceiver(intake, ownCounts, levels, clock).httpRoute());
      case PROFILING_UPLOAD -> List.of(new UploadReceiver(intake, ownCounts, scope, clock).route());
      case PPROF_SERVER ->
          List.of(
              new PprofServerReceiver(
                      intake, ownCounts, scope, receiver.maxBodyBytes(), receiver.options(), clock)
                  .route());
    };
  }

  /** Of a receiver that fetches; they follow the routes of its source. */
  public PullSource.Parts pullParts(
      PullSettings settings, HttpClients clients, Path stateDirectory) {
    Scope ownScope =
        Scope.of(
            scope.name(),
            scope.version(),
            Attributes.of(List.of(Attribute.of("plumbline.receiver", settings.name()))));
    ProfileIntake intake = router.intake(new Router.Source("", settings.exporters()));
    return new PullSource.Parts(
        settings.name(),
        new PprofIntake(intake, counts(settings.name()), ownScope),
        clients,
        stateDirectory,
        clock);
  }

  /** Zeros for one that has taken nothing. */
  public ReceiverCounts counts(String receiver) {
    return counts.computeIfAbsent(receiver, name -> new ReceiverCounts(name, clock));
  }

  @Override
  public void collect(Scrape scrape) {
    counts.values().forEach(each -> each.report(scrape));
  }
}
