package dev.plumbline.store;

import dev.plumbline.profile.Sample;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;

/**
 * Stores windows until it is killed, and says which are written. Window {@code i} has 50 samples of
 * value {@code i}, so that a part of a window would be seen in its total.
 */
final class StoreVictim {
  static final int SAMPLES = 50;

  private StoreVictim() {}

  /** Arguments: directory, first number. */
  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[0]);
    int next = Integer.parseInt(arguments[1]);
    try (ProfileStore store = ProfileStore.open(StoreSettings.in(directory), Clock.systemUTC())) {
      store.start();
      while (store.flush(Duration.ofSeconds(20))) {
        System.out.println("stored " + (next - 1));
        store.accept(Windows.cpu("w" + next, System.currentTimeMillis() - 20_000, samples(next)));
        next++;
      }
    }
  }

  private static Sample[] samples(int value) {
    Sample[] samples = new Sample[SAMPLES];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = Windows.sample("main;f" + value + ";g" + i, value);
    }
    return samples;
  }
}
