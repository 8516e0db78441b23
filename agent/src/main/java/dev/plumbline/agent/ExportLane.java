package dev.plumbline.agent;

import dev.plumbline.export.ExportAccount;
import dev.plumbline.export.ProfileExporter;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.sampling.DropReason;
import dev.plumbline.sampling.SampleAggregator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * One exporter with the data sources that it gets. Confined to the thread {@code plumbline-agent}.
 */
final class ExportLane {
  private final ProfileExporter exporter;
  private final SampleAggregator aggregator;
  private final Predicate<String> takes;
  private long droppedBefore;

  /**
   * @param takes whether the exporter gets the data source of that name
   */
  ExportLane(ProfileExporter exporter, SampleAggregator aggregator, Predicate<String> takes) {
    this.exporter = exporter;
    this.aggregator = aggregator;
    this.takes = takes;
  }

  void start() {
    exporter.start();
  }

  boolean takes(String dataSource) {
    return takes.test(dataSource);
  }

  SampleAggregator aggregator() {
    return aggregator;
  }

  /** Hands the window over to the exporter. */
  void export(long startUnixNanos, long endUnixNanos, Attributes losses) {
    exporter.export(closeWindow(startUnixNanos, endUnixNanos, losses));
  }

  /**
   * The window with all that is missing from it as attributes of its profiles.
   *
   * @param losses of the recording; those of this lane come on top
   */
  ProfileWindow closeWindow(long startUnixNanos, long endUnixNanos, Attributes losses) {
    ProfileWindow window = aggregator.closeWindow(startUnixNanos, endUnixNanos);
    long dropped = aggregator.accounts().dropped(DropReason.WINDOW_FULL);
    Attributes all =
        dropped == droppedBefore
            ? losses
            : losses.with(Attribute.of(WindowLosses.DROPPED, dropped - droppedBefore));
    droppedBefore = dropped;
    return all.isEmpty() ? window : withAttributes(window, all);
  }

  private static ProfileWindow withAttributes(ProfileWindow window, Attributes attributes) {
    List<Profile> profiles = new ArrayList<>();
    for (Profile profile : window.profiles()) {
      profiles.add(
          Profile.builder(profile.resource(), profile.scope(), profile.type())
              .interval(profile.startUnixNanos(), profile.durationNanos())
              .attributes(profile.attributes().with(attributes))
              .samples(profile.samples())
              .build());
    }
    return ProfileWindow.of(profiles);
  }

  /** Sends what waits; false if the time was over first. */
  boolean flush(long timeoutNanos) {
    return exporter.flush(Duration.ofNanos(timeoutNanos));
  }

  void close(long timeoutNanos) {
    exporter.close(Duration.ofNanos(timeoutNanos));
  }

  /** What became of all samples; any thread. */
  ExportAccount account() {
    return exporter.account();
  }

  /** The account, for people. */
  String accountLine() {
    return exporter.accountLine();
  }
}
