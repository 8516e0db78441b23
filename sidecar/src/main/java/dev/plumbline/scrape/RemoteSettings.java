package dev.plumbline.scrape;

import static java.util.Objects.requireNonNull;

import dev.plumbline.fetch.ClientSettings;
import dev.plumbline.fetch.HttpFetcher;
import dev.plumbline.fetch.MaskedUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Section {@code remote} of a receiver {@code pprof}: URLs of one server, asked by one client.
 * Immutable.
 */
public record RemoteSettings(ClientSettings client, List<ScrapeTarget> targets)
    implements PullSource {
  public RemoteSettings {
    requireNonNull(client, "client");
    targets = List.copyOf(targets);
  }

  @Override
  public List<Pull> open(Parts parts) {
    HttpFetcher fetcher = parts.clients().open(client);
    AtomicInteger users = new AtomicInteger(targets.size());
    Runnable release =
        () -> {
          if (users.decrementAndGet() == 0) {
            fetcher.close();
          }
        };
    List<Pull> pulls = new ArrayList<>();
    for (ScrapeTarget target : targets) {
      pulls.add(
          new Pull(
              MaskedUrl.of(target.url()),
              target.schedule(),
              new RemoteScraper(target, fetcher, parts.intake(), parts.clock(), release)));
    }
    return pulls;
  }
}
