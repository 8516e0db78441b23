package dev.plumbline.store;

import static dev.plumbline.store.Windows.START_MILLIS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.merge.StoreQuery;
import dev.plumbline.profile.Sample;
import dev.plumbline.scan.Selection;
import dev.plumbline.store.segment.SeriesType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store on a file system of 3 MiB, which another program fills and then frees. */
class StoreDiskFullIT {
  private static final int SAMPLES = 200;
  private static final Duration WAIT = Duration.ofSeconds(30);

  @TempDir Path directory;

  private @Nullable SmallFileSystem disk;

  @BeforeEach
  void mount() throws Exception {
    disk = SmallFileSystem.mount(directory, "3m");
  }

  @AfterEach
  void unmount() throws Exception {
    if (disk != null) {
      disk.unmount();
    }
  }

  @Test
  void fullDisk_isCounted_andTheStoreGoesOnWhenThereIsRoomAgain() throws Exception {
    Path other = directory.resolve("other");
    Files.write(other, new byte[2 << 20]);
    try (ProfileStore store =
        ProfileStore.open(
            StoreSettings.in(directory.resolve("store")), new MovableClock(START_MILLIS + 1000))) {
      store.start();
      int window = 0;
      while (dropped(store) == 0 && window < 500) {
        add(store, window++);
      }
      assertThat(dropped(store)).isPositive();
      assertThat(store.status().lastError()).isNotNull();
      Files.delete(other);
      long before = store.status().counts().stored();
      for (int i = 0; i < 5; i++) {
        add(store, window++);
      }
      StoreCounts counts = store.status().counts();
      assertThat(counts.stored()).isGreaterThan(before);
      assertThat(store.status().lastError()).isNull();
      // A write that failed in its very last step may be there all the same; never a part of one.
      long samples = total(store) / Windows.CPU.period();
      assertThat(samples).isBetween(counts.stored(), counts.stored() + SAMPLES);
      assertThat(samples % SAMPLES).isZero();
      assertThat(counts.held()).isZero();
    }
  }

  private static long dropped(ProfileStore store) {
    StoreCounts counts = store.status().counts();
    return counts.dropped().getOrDefault(StoreDrop.DISK_FULL, 0L)
        + counts.dropped().getOrDefault(StoreDrop.IO_ERROR, 0L);
  }

  private static void add(ProfileStore store, int window) throws Exception {
    Sample[] samples = new Sample[SAMPLES];
    for (int i = 0; i < samples.length; i++) {
      int hash = (window * SAMPLES + i) * 0x9e3779b9;
      samples[i] = Windows.sample("main;f" + Integer.toHexString(hash) + ";g" + hash, 1);
    }
    store.accept(Windows.cpu("a", START_MILLIS, samples));
    assertThat(store.flush(WAIT)).isTrue();
  }

  private static long total(ProfileStore store) {
    Selection all = new Selection(0, Long.MAX_VALUE, Set.of(), SeriesType.CPU, List.of());
    return new StoreQuery(store).merge(all, null).tree().total(0);
  }
}
