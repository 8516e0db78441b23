package dev.plumbline.scrape;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plumbline.convert.PprofSummary;
import dev.plumbline.fetch.FetchException;
import dev.plumbline.fetch.Fetched;
import dev.plumbline.fetch.HttpFetcher;
import dev.plumbline.fetch.MaskedUrl;
import dev.plumbline.format.PushedProfileReader;
import dev.plumbline.pprof.PprofLimits;
import dev.plumbline.pprof.PprofProfile;
import dev.plumbline.receive.PprofIntake;
import dev.plumbline.wire.InputException;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Asks a URL for a pprof profile. Confined to its loop. */
final class RemoteScraper implements Scraper {
  private static final int SHOWN_BYTES = 60;

  /** What Go answers while another CPU profile is taken. */
  private static final String BUSY = "already in use";

  private final ScrapeTarget target;
  private final HttpFetcher fetcher;
  private final PprofIntake intake;
  private final Clock clock;
  private final Runnable release;
  private final PushedProfileReader reader = PushedProfileReader.of(PprofLimits.PUSHED);
  private @Nullable CounterBase base;

  /**
   * @param release called once, at the end, since targets of one server share a fetcher
   */
  RemoteScraper(
      ScrapeTarget target, HttpFetcher fetcher, PprofIntake intake, Clock clock, Runnable release) {
    this.target = target;
    this.fetcher = fetcher;
    this.intake = intake;
    this.clock = clock;
    this.release = release;
  }

  @Override
  public long scrape() throws ScrapeException, InterruptedException {
    Fetched answer = fetch();
    check(answer);
    PprofProfile profile = keeping(read(answer), target.sampleTypes());
    Set<String> counters = target.temporality().counters(profile, target.url());
    return counters.isEmpty() ? take(profile) : takeCounted(profile, counters);
  }

  private int take(PprofProfile profile) throws ScrapeException, InterruptedException {
    String sender = MaskedUrl.hostAndPort(target.url());
    if (!intake.take(profile, target.resource(), sender, clock.instant())) {
      throw new ScrapeException(
          ScrapeResult.QUEUE, profile.sampleCount() + " samples could not be queued and are lost");
    }
    return profile.sampleCount();
  }

  /**
   * States as they are, counters as what was added since the last answer that was taken; before the
   * second answer there is no such thing.
   */
  private int takeCounted(PprofProfile profile, Set<String> counters)
      throws ScrapeException, InterruptedException {
    PprofProfile counted = profile.withSampleTypes(counters);
    CounterBase next = CounterBase.of(counted, counters, timeOf(profile));
    int samples = 0;
    PprofProfile added = base == null ? null : base.until(next, counted);
    if (added != null) {
      samples += take(added);
    }
    base = base != null && next.isEmpty() ? base : next;
    Set<String> states = new TreeSet<>();
    for (int type = 0; type < profile.sampleTypeCount(); type++) {
      states.add(profile.string(profile.sampleType(type)));
    }
    states.removeAll(counters);
    return states.isEmpty() ? samples : samples + take(profile.withSampleTypes(states));
  }

  /** By the target's clock, if it says a time. */
  private long timeOf(PprofProfile profile) {
    Instant now = clock.instant();
    return PprofSummary.isTimed(profile)
        ? profile.head().timeNanos()
        : TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
  }

  private Fetched fetch() throws ScrapeException, InterruptedException {
    try {
      return fetcher.get(target.url(), target.timeout());
    } catch (FetchException e) {
      ScrapeResult result =
          switch (e.kind()) {
            case CONNECTION -> ScrapeResult.CONNECTION_ERROR;
            case TIMEOUT -> ScrapeResult.TIMEOUT;
            case TOO_LARGE -> ScrapeResult.TOO_LARGE;
            case MALFORMED -> ScrapeResult.VALIDATION_ERROR;
            case CREDENTIALS -> ScrapeResult.CREDENTIALS;
          };
      throw new ScrapeException(result, String.valueOf(e.getMessage()), e);
    }
  }

  private static void check(Fetched answer) throws ScrapeException {
    int status = answer.status();
    if (status / 100 == 2) {
      return;
    }
    String text = shown(answer.body());
    if (status == 500 && text.toLowerCase(Locale.ROOT).contains(BUSY)) {
      throw new ScrapeException(ScrapeResult.TARGET_BUSY, "another profiler is at work there");
    }
    ScrapeResult result =
        switch (status / 100) {
          case 3 -> ScrapeResult.HTTP_3XX;
          case 4 -> ScrapeResult.HTTP_4XX;
          default -> ScrapeResult.HTTP_5XX;
        };
    throw new ScrapeException(result, "status " + status + (text.isEmpty() ? "" : ": " + text));
  }

  private PprofProfile read(Fetched answer) throws ScrapeException {
    try {
      return reader.read(answer.body());
    } catch (InputException e) {
      boolean isSize = e.kind() == InputException.Kind.TOO_LARGE;
      throw new ScrapeException(
          isSize ? ScrapeResult.TOO_LARGE : ScrapeResult.VALIDATION_ERROR,
          "no pprof profile: "
              + e.getMessage()
              + " (status "
              + answer.status()
              + ", Content-Type "
              + answer.header("content-type")
              + ", "
              + answer.body().length
              + " bytes, which begin \""
              + shown(answer.body())
              + "\")",
          e);
    }
  }

  /** The first bytes as one line. */
  private static String shown(byte[] body) {
    String text = new String(Arrays.copyOf(body, Math.min(body.length, SHOWN_BYTES)), UTF_8);
    return text.replaceAll("[^\\x20-\\x7e]+", " ").strip();
  }

  private static PprofProfile keeping(PprofProfile profile, Set<String> types)
      throws ScrapeException {
    if (types.isEmpty()) {
      return profile;
    }
    Set<String> missing = new TreeSet<>(types);
    for (int type = 0; type < profile.sampleTypeCount(); type++) {
      missing.remove(profile.string(profile.sampleType(type)));
    }
    if (!missing.isEmpty()) {
      throw new ScrapeException(
          ScrapeResult.VALIDATION_ERROR, "the profile has no sample type " + missing);
    }
    return profile.withSampleTypes(types);
  }

  @Override
  public void close() {
    release.run();
  }
}
