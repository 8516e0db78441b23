package dev.plumbline.collector;

import dev.plumbline.config.DurationText;
import dev.plumbline.config.Section;
import dev.plumbline.fetch.ClientSettings;
import dev.plumbline.fetch.MaskedUrl;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Resource;
import dev.plumbline.scrape.RemoteSettings;
import dev.plumbline.scrape.ScrapeSchedule;
import dev.plumbline.scrape.ScrapeTarget;
import dev.plumbline.scrape.Temporality;
import dev.plumbline.yaml.YamlEntry;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Section {@code remote} of a receiver {@code pprof}: the Collector's keys, and ours: {@code
 * service_name}, {@code resource_attributes}, {@code follow_redirects}, {@code
 * max_response_body_size}, {@code sample_types}, {@code temporality}, and {@code profiles}, a table
 * of profile types below one endpoint, each with its own window and schedule.
 */
final class RemoteReader {
  /** How much longer than its window a profile of the table may take. */
  static final Duration GRACE = Duration.ofSeconds(10);

  private static final String ENDPOINT = "endpoint";
  private static final String PROFILES = "profiles";
  private static final String SAMPLE_TYPES = "sample_types";
  private static final String TEMPORALITY = "temporality";
  private static final Set<String> PROFILE_KEYS =
      Set.of("path", "seconds", ScheduleReader.INTERVAL, "timeout", TEMPORALITY, SAMPLE_TYPES);
  private static final Map<String, Temporality> TEMPORALITIES =
      Map.of(
          "auto", Temporality.AUTO,
          "cumulative", Temporality.CUMULATIVE,
          "delta", Temporality.DELTA);
  static final Set<String> KEYS = keys();
  private static final Pattern SECONDS = Pattern.compile("(?:^|&)seconds=(\\d{1,6})(?:&|$)");
  private static final int MOST_SECONDS = 3_600;

  private final CollectorFile context;

  RemoteReader(CollectorFile context) {
    this.context = context;
  }

  private static Set<String> keys() {
    Set<String> keys = new HashSet<>(ClientReader.KEYS);
    keys.addAll(ScheduleReader.KEYS);
    keys.addAll(ResourceKeys.KEYS);
    keys.addAll(Set.of(PROFILES, TEMPORALITY, SAMPLE_TYPES));
    return Set.copyOf(keys);
  }

  /** Null without an endpoint that can be asked, which has been said. */
  @Nullable RemoteSettings read(Section remote) {
    if (!remote.has(ENDPOINT)) {
      remote.problem(ENDPOINT, "remote.endpoint must be specified");
      return null;
    }
    URI endpoint = ClientReader.url(remote, ENDPOINT);
    ScrapeSchedule schedule = ScheduleReader.read(remote);
    if (endpoint == null) {
      return null;
    }
    ClientSettings client = new ClientReader(context).read(remote, endpoint);
    List<ScrapeTarget> targets =
        remote.isNamed(PROFILES)
            ? table(remote, endpoint, schedule)
            : List.of(single(remote, endpoint, schedule, client.timeout()));
    return new RemoteSettings(client, targets);
  }

  private ScrapeTarget single(
      Section remote, URI endpoint, ScrapeSchedule schedule, Duration timeout) {
    String query = endpoint.getRawQuery();
    Matcher seconds = SECONDS.matcher(query == null ? "" : query);
    if (seconds.find()
        && !timeout.isZero()
        && timeout.toSeconds() <= Integer.parseInt(seconds.group(1))) {
      remote.problem(
          "timeout",
          "is "
              + DurationText.format(timeout)
              + ", expected more than the "
              + seconds.group(1)
              + " seconds that the endpoint asks for, or 0 for none");
    }
    return new ScrapeTarget(
        endpoint,
        schedule,
        timeout,
        temporality(remote, Temporality.AUTO),
        Set.copyOf(remote.texts(SAMPLE_TYPES)),
        resource(remote, endpoint));
  }

  private List<ScrapeTarget> table(Section remote, URI endpoint, ScrapeSchedule schedule) {
    if (endpoint.getRawQuery() != null) {
      remote.problem(ENDPOINT, "has a query, expected none beside profiles, which have paths");
    }
    if (remote.has(SAMPLE_TYPES)) {
      remote.problemAtKey(SAMPLE_TYPES, "stands beside profiles, expected it in each of them");
    }
    Section profiles = remote.openSection(PROFILES);
    List<ScrapeTarget> targets = new ArrayList<>();
    for (YamlEntry entry : profiles.entries()) {
      String name = entry.key().toLowerCase(Locale.ROOT);
      ScrapeTarget target =
          target(remote, profiles.section(name, PROFILE_KEYS), name, endpoint, schedule);
      if (target != null) {
        targets.add(target);
      }
    }
    if (profiles.entries().isEmpty()) {
      remote.problem(PROFILES, "is empty, expected profile types such as cpu and heap");
    }
    return targets;
  }

  private @Nullable ScrapeTarget target(
      Section remote, Section profile, String name, URI endpoint, ScrapeSchedule common) {
    ProfileKind kind = ProfileKind.of(name);
    String path = profile.text("path");
    if (path == null && kind == null) {
      profile.problem(
          "path", "must be specified, since " + name + " is none of the profiles of a Go server");
      return null;
    }
    ScrapeSchedule schedule =
        new ScrapeSchedule(
            DurationKeys.positive(profile, ScheduleReader.INTERVAL, common.interval()),
            common.initialDelay());
    int seconds = seconds(profile, kind, schedule);
    URI url = url(profile, endpoint, path == null && kind != null ? kind.path() : path, seconds);
    if (url == null) {
      return null;
    }
    Duration grace = DurationKeys.notNegative(remote, "timeout", Duration.ZERO);
    Duration window = Duration.ofSeconds(seconds);
    Duration timeout =
        DurationKeys.notNegative(profile, "timeout", window.plus(grace.isZero() ? GRACE : grace));
    if (!timeout.isZero() && timeout.compareTo(window) <= 0) {
      profile.problem("timeout", "expected more than the window of " + seconds + " seconds");
    }
    Set<String> kept = new TreeSet<>(profile.texts(SAMPLE_TYPES));
    if (kept.isEmpty() && kind != null) {
      kept.addAll(kind.sampleTypes());
    }
    Temporality temporality = temporality(profile, temporality(remote, Temporality.AUTO));
    return new ScrapeTarget(url, schedule, timeout, temporality, kept, resource(remote, url));
  }

  /** 0 for a profile that has no window. The window follows the interval unless it is said. */
  private static int seconds(Section profile, @Nullable ProfileKind kind, ScrapeSchedule schedule) {
    boolean hasWindow = kind != null && kind.window() == ProfileKind.Window.ALWAYS;
    if (!profile.has("seconds") && !hasWindow) {
      return 0;
    }
    long most = Math.min(MOST_SECONDS, schedule.interval().toSeconds() - 1);
    if (most < 1) {
      profile.problem(
          ScheduleReader.INTERVAL,
          "is "
              + DurationText.format(schedule.interval())
              + ", expected at least 2s for a profile of a window");
      return 1;
    }
    return (int) profile.number("seconds", most, 1, most);
  }

  private static @Nullable URI url(
      Section profile, URI endpoint, @Nullable String path, int seconds) {
    if (path == null || !path.startsWith("/")) {
      profile.problem("path", "expected a path that begins with /");
      return null;
    }
    String base = endpoint.toString().replaceAll("/+$", "");
    String window = seconds == 0 ? "" : (path.indexOf('?') < 0 ? "?" : "&") + "seconds=" + seconds;
    try {
      return URI.create(base + path + window);
    } catch (IllegalArgumentException e) {
      profile.problem("path", "is no path of a URL");
      return null;
    }
  }

  private static Temporality temporality(Section section, Temporality byDefault) {
    return section.oneOf(TEMPORALITY, byDefault, TEMPORALITIES);
  }

  private static Resource resource(Section remote, URI url) {
    List<Attribute> attributes = ResourceKeys.read(remote, MaskedUrl.hostAndPort(url));
    attributes.add(Attribute.of("url.full", MaskedUrl.of(url)));
    return Resource.of(Attributes.of(attributes));
  }
}
