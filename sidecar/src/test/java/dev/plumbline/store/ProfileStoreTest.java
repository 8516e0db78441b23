package dev.plumbline.store;

import static dev.plumbline.store.Windows.START_MILLIS;
import static dev.plumbline.store.Windows.cpu;
import static dev.plumbline.store.Windows.sample;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.merge.StoreQuery;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Sample;
import dev.plumbline.scan.RangeScan;
import dev.plumbline.scan.Selection;
import dev.plumbline.store.segment.Segment;
import dev.plumbline.store.segment.SeriesType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileStoreTest {
  private static final Duration WAIT = Duration.ofSeconds(30);
  private static final long HOUR = 3_600_000;

  @TempDir Path directory;
  private final MovableClock clock = new MovableClock(START_MILLIS + 1000);

  private ProfileStore open(StoreSettings settings) throws StoreException {
    ProfileStore store = ProfileStore.open(settings, clock);
    store.start();
    return store;
  }

  private ProfileStore open() throws StoreException {
    return open(StoreSettings.in(directory));
  }

  private static long total(ProfileStore store) {
    Selection all = new Selection(0, Long.MAX_VALUE, Set.of(), SeriesType.CPU, List.of());
    return new StoreQuery(store).merge(all, null).tree().total(0);
  }

  @Test
  void window_after_restart_is_there() throws Exception {
    try (ProfileStore store = open()) {
      store.accept(cpu("a", START_MILLIS, sample("main;f", 3)));
      store.accept(cpu("b", START_MILLIS, sample("main;g", 4)));
      assertThat(store.flush(WAIT)).isTrue();
      assertThat(total(store)).isEqualTo(70);
    }
    try (ProfileStore store = open()) {
      assertThat(total(store)).isEqualTo(70);
      store.accept(cpu("a", START_MILLIS, sample("main;f", 1)));
      assertThat(store.flush(WAIT)).isTrue();
      assertThat(total(store)).isEqualTo(80);
    }
  }

  /** Into a file without a name everything can be written, and nothing of it is found again. */
  @Test
  void directory_that_is_deleted_is_made_again() throws Exception {
    try (ProfileStore store = open()) {
      store.accept(cpu("a", START_MILLIS, sample("main;f", 3)));
      assertThat(store.flush(WAIT)).isTrue();
      Path used = store.status().settings().directory();
      try (Stream<Path> files = Files.walk(used)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
      store.accept(cpu("b", START_MILLIS, sample("main;g", 4)));
      assertThat(store.flush(WAIT)).isTrue();
      assertThat(total(store)).isEqualTo(40);
      assertThat(store.status().counts().corruptFiles()).isEqualTo(1);
      assertThat(store.status().counts().lostWindows()).isEqualTo(1);
    }
    try (ProfileStore store = open()) {
      assertThat(total(store)).isEqualTo(40);
    }
  }

  /** As a loss of power leaves it, which has cost windows that nobody was promised, but no file. */
  @Test
  void file_that_was_only_just_made_is_not_corrupt() throws Exception {
    Path made;
    try (ProfileStore store = open()) {
      made = store.status().settings().directory().resolve("profiles-00000007.db");
    }
    Files.write(made, new byte[0]);
    try (Connection connection =
            DriverManager.getConnection(
                "jdbc:sqlite:" + made.resolveSibling("profiles-00000008.db"));
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA journal_mode=WAL");
    }
    try (ProfileStore store = open()) {
      assertThat(store.status().counts().corruptFiles()).isZero();
      assertThat(made).doesNotExist();
      assertThat(made.resolveSibling("profiles-00000008.db")).doesNotExist();
      store.accept(cpu("a", START_MILLIS, sample("main;f", 3)));
      assertThat(store.flush(WAIT)).isTrue();
      assertThat(total(store)).isEqualTo(30);
    }
  }

  @Test
  void revision_grows_over_a_restart() throws Exception {
    long before;
    try (ProfileStore store = open()) {
      store.accept(cpu("a", START_MILLIS, sample("main;f", 3)));
      assertThat(store.flush(WAIT)).isTrue();
      before = store.revision();
    }
    clock.set(START_MILLIS + 2000);
    try (ProfileStore store = open()) {
      assertThat(store.revision()).isGreaterThan(before);
    }
  }

  @Test
  void second_store_in_the_directory_is_refused() throws Exception {
    try (ProfileStore store = open()) {
      assertThat(store).isNotNull();
      assertThatThrownBy(this::open)
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("another process");
    }
  }

  @Test
  void replicas_that_cannot_be_told_apart_add_up() throws Exception {
    try (ProfileStore store = open()) {
      store.accept(cpu("a", START_MILLIS, sample("main;f", 100)));
      store.accept(cpu("a", START_MILLIS, sample("main;f", 40)));
      assertThat(store.flush(WAIT)).isTrue();
      assertThat(total(store)).isEqualTo(1400);
    }
  }

  @Test
  void repeated_delivery_with_its_id_counts_once_and_without_twice() throws Exception {
    try (ProfileStore store = open()) {
      ProfileWindow window = cpu("a", START_MILLIS, sample("main;f", 5));
      store.accept(window, "id-1");
      store.accept(window, "id-1");
      store.accept(window);
      assertThat(store.flush(WAIT)).isTrue();
      assertThat(total(store)).isEqualTo(100);
      assertThat(store.status().counts().dropped()).containsEntry(StoreDrop.DUPLICATE, 1L);
      assertConserved(store);
    }
  }

  @Test
  void windows_out_of_time_are_dropped_and_late_ones_are_kept() throws Exception {
    clock.set(START_MILLIS + 30 * HOUR);
    try (ProfileStore store = open()) {
      store.accept(cpu("a", START_MILLIS, sample("main;f", 1)));
      store.accept(cpu("a", START_MILLIS + 31 * HOUR, sample("main;f", 1)));
      store.accept(cpu("a", START_MILLIS + 30 * HOUR, sample("main;f", 1)));
      store.accept(cpu("a", START_MILLIS + 29 * HOUR, sample("main;f", 1)));
      assertThat(store.flush(WAIT)).isTrue();
      assertThat(store.status().counts().dropped())
          .containsEntry(StoreDrop.TOO_OLD, 1L)
          .containsEntry(StoreDrop.IN_FUTURE, 1L);
      assertThat(total(store)).isEqualTo(20);
      assertConserved(store);
    }
  }

  @Test
  void windows_older_than_the_retention_leave_with_their_file() throws Exception {
    try (ProfileStore store = open()) {
      for (int hour = 0; hour < 30; hour += 2) {
        clock.set(START_MILLIS + hour * HOUR);
        store.accept(cpu("a", START_MILLIS + hour * HOUR, sample("main;f", 1)));
        assertThat(store.flush(WAIT)).isTrue();
      }
      // The writer looks at the age behind each window: one more makes the last look certain.
      store.accept(cpu("a", START_MILLIS + 28 * HOUR, sample("main;f", 1)));
      assertThat(store.flush(WAIT)).isTrue();
      assertThat(store.status().firstStartUnixNanos())
          .isGreaterThanOrEqualTo((START_MILLIS + 4 * HOUR) * 1_000_000);
      assertThat(store.status().counts().expiredWindows()).isPositive();
    }
  }

  @Test
  void bytes_on_disk_stay_below_the_limit_and_the_newest_windows_stay() throws Exception {
    long limit = StoreSettings.MIN_LIMIT_BYTES;
    StoreSettings small = new StoreSettings(directory, Duration.ofHours(24), limit);
    clock.set(START_MILLIS + HOUR);
    try (ProfileStore store = open(small)) {
      for (int i = 0; i < 200; i++) {
        store.accept(cpu("a", START_MILLIS + i * 1000L, manyStacks(i)));
        assertThat(store.flush(WAIT)).isTrue();
        assertThat(bytes()).isLessThanOrEqualTo(limit);
      }
      assertThat(store.status().counts().expiredWindows()).isPositive();
      assertThat(store.status().endUnixNanos())
          .isEqualTo((START_MILLIS + 199 * 1000L + 10_000) * 1_000_000);
      assertConserved(store);
    }
  }

  private static Sample[] manyStacks(int window) {
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      int hash = (window * 500 + i) * 0x9e3779b9;
      samples.add(sample("main;f" + Integer.toHexString(hash) + ";g" + hash, 1));
    }
    return samples.toArray(new Sample[0]);
  }

  private long bytes() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      long bytes = 0;
      for (Path file : files.toList()) {
        try {
          bytes += Files.size(file);
        } catch (NoSuchFileException ignored) {
          // The upkeep deleted it meanwhile.
        }
      }
      return bytes;
    }
  }

  @Test
  void lowered_limit_gives_room_back_with_the_next_window() throws Exception {
    clock.set(START_MILLIS + HOUR);
    StoreSettings large = new StoreSettings(directory, Duration.ofHours(24), 64L << 20);
    try (ProfileStore store = open(large)) {
      for (int i = 0; i < 400; i++) {
        store.accept(cpu("a", START_MILLIS + i * 1000L, manyStacks(i)));
        if (i % 100 == 99) {
          assertThat(store.flush(WAIT)).isTrue();
        }
      }
      assertThat(store.flush(WAIT)).isTrue();
      assertThat(bytes()).isGreaterThan(StoreSettings.MIN_LIMIT_BYTES);
      store.reconfigure(Duration.ofHours(24), StoreSettings.MIN_LIMIT_BYTES);
      for (int i = 0; i < 2; i++) {
        store.accept(cpu("a", START_MILLIS + 300_000, manyStacks(300)));
        assertThat(store.flush(WAIT)).isTrue();
      }
      assertThat(bytes()).isLessThanOrEqualTo(StoreSettings.MIN_LIMIT_BYTES);
    }
  }

  @Test
  void query_over_many_files_has_the_dictionary_of_one_in_memory() throws Exception {
    for (int file = 0; file < 4; file++) {
      storeOne();
    }
    try (ProfileStore store = ProfileStore.open(StoreSettings.in(directory), clock, 0)) {
      List<Segment> segments = store.segments(0, Long.MAX_VALUE);
      assertThat(segments).hasSize(4);
      List<Long> cached = new ArrayList<>();
      RangeScan.scan(
          store,
          0,
          Long.MAX_VALUE,
          scan -> cached.add(segments.stream().filter(s -> s.cachedBytes() > 0).count()));
      assertThat(cached).containsExactly(1L, 1L, 1L, 1L);
      assertThat(segments).allMatch(segment -> segment.cachedBytes() == 0);
    }
  }

  @Test
  void corrupt_file_at_start_is_set_aside_and_counted() throws Exception {
    storeOne();
    Path file = onlyFile();
    Files.writeString(file, "this is no database, but long enough to be taken for one".repeat(99));
    try (ProfileStore store = open()) {
      assertThat(total(store)).isZero();
      assertThat(store.status().counts().corruptFiles()).isEqualTo(1);
      store.accept(cpu("a", START_MILLIS, sample("main;f", 2)));
      assertThat(store.flush(WAIT)).isTrue();
      assertThat(total(store)).isEqualTo(20);
    }
    assertThat(file.resolveSibling(file.getFileName() + ".corrupt")).exists();
  }

  @Test
  void file_that_turns_out_corrupt_in_a_query_is_set_aside() throws Exception {
    storeOne();
    Path file = onlyFile();
    byte[] bytes = Files.readAllBytes(file);
    int dictionary = indexOf(bytes, new byte[] {0x78, 0x01});
    bytes[dictionary + 4] ^= 0x55;
    Files.write(file, bytes);
    try (ProfileStore store = open()) {
      Selection all = new Selection(0, Long.MAX_VALUE, Set.of(), SeriesType.CPU, List.of());
      assertThat(new StoreQuery(store).merge(all, null).lostSegments()).isEqualTo(1);
      store.accept(cpu("a", START_MILLIS, sample("main;f", 2)));
      assertThat(store.flush(WAIT)).isTrue();
      assertThat(total(store)).isEqualTo(20);
      assertThat(store.status().counts().lostWindows()).isEqualTo(1);
    }
    assertThat(file).doesNotExist();
  }

  private static int indexOf(byte[] bytes, byte[] wanted) {
    for (int i = 0; i + wanted.length <= bytes.length; i++) {
      if (bytes[i] == wanted[0] && bytes[i + 1] == wanted[1]) {
        return i;
      }
    }
    throw new AssertionError("no deflated part in the file");
  }

  private void storeOne() throws Exception {
    try (ProfileStore store = open()) {
      store.accept(cpu("a", START_MILLIS, sample("main;f;a_name_that_is_long_enough", 3)));
      assertThat(store.flush(WAIT)).isTrue();
    }
  }

  private Path onlyFile() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".db")).findFirst().orElseThrow();
    }
  }

  @Test
  void window_behind_close_is_counted() throws Exception {
    ProfileStore store = open();
    store.close();
    store.close();
    store.accept(cpu("a", START_MILLIS, sample("main;f", 1)));
    assertThat(store.status().counts().dropped()).containsEntry(StoreDrop.CLOSED, 1L);
    assertConserved(store);
  }

  @Test
  void windows_before_start_beyond_the_queue_are_counted() throws Exception {
    try (ProfileStore store = ProfileStore.open(StoreSettings.in(directory), clock)) {
      for (int i = 0; i < StoreQueue.MAX_WINDOWS + 5; i++) {
        store.accept(cpu("a", START_MILLIS, sample("main;f", 1)));
      }
      assertThat(store.status().counts().dropped()).containsEntry(StoreDrop.QUEUE_FULL, 5L);
      assertThat(store.status().counts().held()).isEqualTo(StoreQueue.MAX_WINDOWS);
      assertConserved(store);
    }
  }

  @Test
  void total_beyond_two_to_the_53_is_left_out_and_counted() throws Exception {
    try (ProfileStore store = open()) {
      store.accept(
          cpu("a", START_MILLIS, sample("main;f", Long.MAX_VALUE / 2), sample("main;g", 7)));
      assertThat(store.flush(WAIT)).isTrue();
      assertThat(total(store)).isEqualTo(70);
      assertThat(store.status().counts().dropped()).containsEntry(StoreDrop.OUT_OF_RANGE, 1L);
      assertConserved(store);
    }
  }

  private static void assertConserved(ProfileStore store) {
    StoreCounts counts = store.status().counts();
    long dropped = counts.dropped().values().stream().mapToLong(Long::longValue).sum();
    assertThat(counts.stored() + dropped + counts.held()).isEqualTo(counts.accepted());
  }
}
