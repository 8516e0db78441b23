package dev.plumbline.scrape;

import dev.plumbline.fetch.HttpClients;
import dev.plumbline.receive.PprofIntake;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;

/** What a configuration says of a receiver that fetches. Immutable; equal settings are one. */
public interface PullSource {
  /** Opens no connection and no file yet. */
  List<Pull> open(Parts parts);

  /**
   * What scrapers are made of. Immutable.
   *
   * @param receiver whose name it is, such as {@code pprof/remote}
   * @param intake where profiles go
   * @param clients for what is asked over HTTP
   * @param stateDirectory for what is to outlive the process
   * @param clock for times of receipt
   */
  record Parts(
      String receiver, PprofIntake intake, HttpClients clients, Path stateDirectory, Clock clock) {}
}
