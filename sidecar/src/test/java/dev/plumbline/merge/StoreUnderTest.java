package dev.plumbline.merge;

import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.scan.Selection;
import dev.plumbline.store.MovableClock;
import dev.plumbline.store.ProfileStore;
import dev.plumbline.store.StoreSettings;
import dev.plumbline.store.Windows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A real store in a directory of its own, with the clock an hour behind the test windows. */
public final class StoreUnderTest implements AutoCloseable {
  private final Path directory;
  private final MovableClock clock = new MovableClock(Windows.START_MILLIS + 3_600_000);
  private ProfileStore store;

  public StoreUnderTest() throws Exception {
    directory = Files.createTempDirectory("store");
    store = open();
  }

  private ProfileStore open() throws Exception {
    ProfileStore opened =
        ProfileStore.open(new StoreSettings(directory, Duration.ofDays(2), 256L << 20), clock);
    opened.start();
    return opened;
  }

  public void add(ProfileWindow... windows) throws Exception {
    for (ProfileWindow window : windows) {
      store.accept(window);
    }
    if (!store.flush(Duration.ofSeconds(30))) {
      throw new AssertionError("not written in time: " + store.status());
    }
  }

  /** What comes next stands in another file. */
  public void nextFile() throws Exception {
    store.close();
    store = open();
  }

  public MovableClock clock() {
    return clock;
  }

  public ProfileStore store() {
    return store;
  }

  public StoreQuery query() {
    return new StoreQuery(store);
  }

  public MergedProfile merge(Selection selection) {
    return query().merge(selection, null);
  }

  @Override
  public void close() throws IOException {
    store.close();
    List<Path> files;
    try (Stream<Path> list = Files.list(directory)) {
      files = list.toList();
    }
    for (Path file : files) {
      Files.delete(file);
    }
    Files.delete(directory);
  }
}
