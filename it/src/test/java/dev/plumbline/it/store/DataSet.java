package dev.plumbline.it.store;

import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Link;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.Scope;
import dev.plumbline.profile.StackTrace;
import dev.plumbline.store.ProfileStore;
import dev.plumbline.store.StoreSettings;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The data set of the store's and the page's bars: 28 hours of 20 services. Every 10 s one service
 * has a window, in turn, of 200 s; so a service's windows follow each other, and there are 10,080.
 * A window has 500 stacks of 30 to 60 frames: half of them the service's hot ones, half drawn from
 * its 10,500; the services share none. The same seed gives the same windows.
 */
public final class DataSet {
  public static final int SERVICES = 20;
  public static final int WINDOWS = 28 * 360;
  public static final int STACKS_PER_WINDOW = 500;
  public static final int STACKS_PER_SERVICE = 10_500;
  public static final long SLOT_MILLIS = 10_000;
  public static final Duration LENGTH = Duration.ofMillis(WINDOWS * SLOT_MILLIS);

  private static final int HOT_STACKS = 250;
  private static final int MIN_DEPTH = 30;
  private static final int MAX_DEPTH = 60;
  private static final int MAX_NEW_FRAMES = 15;
  private static final int FUNCTIONS_PER_SERVICE = 2_000;
  private static final long PERIOD_NANOS = 10_309_278;
  private static final ProfileType CPU =
      ProfileType.builder("samples", "count")
          .periodType("cpu", "nanoseconds")
          .period(PERIOD_NANOS)
          .build();

  private final long endMillis;
  private final List<Resource> resources = new ArrayList<>();
  private final List<List<StackTrace>> stacks = new ArrayList<>();
  private final List<BitSet> used = new ArrayList<>();

  /**
   * @param endMillis end of the last window's slot
   */
  public DataSet(long endMillis) {
    this.endMillis = endMillis;
    for (int service = 0; service < SERVICES; service++) {
      resources.add(
          Resource.of(
              Attributes.of(
                  Attribute.of("service.name", "service-" + service),
                  Attribute.of("k8s.namespace.name", service % 2 == 0 ? "shop" : "back"),
                  Attribute.of("process.pid", 1000 + service))));
      stacks.add(stacks(service));
      used.add(new BitSet());
    }
  }

  /** The window of that slot, 0 the oldest. */
  public ProfileWindow window(int slot) {
    final int service = slot % SERVICES;
    final Random random = new Random(slot);
    final BitSet chosen = new BitSet();
    chosen.set(0, HOT_STACKS);
    while (chosen.cardinality() < STACKS_PER_WINDOW) {
      chosen.set(HOT_STACKS + random.nextInt(STACKS_PER_SERVICE - HOT_STACKS));
    }
    used.get(service).or(chosen);
    final List<Sample> samples = new ArrayList<>();
    for (int i = chosen.nextSetBit(0); i >= 0; i = chosen.nextSetBit(i + 1)) {
      final Attributes thread = Attributes.of(Attribute.of("thread.name", "worker-" + i % 8));
      final int value = 1 + random.nextInt(i < HOT_STACKS ? 60 : 3);
      samples.add(Sample.of(stacks.get(service).get(i), thread, Link.NONE, value));
    }
    return ProfileWindow.of(
        List.of(
            Profile.builder(resources.get(service), Scope.of("plumbline", "bars"), CPU)
                .interval(startMillis(slot) * 1_000_000, SERVICES * SLOT_MILLIS * 1_000_000)
                .samples(samples)
                .build()));
  }

  public long startMillis(int slot) {
    return endMillis - (WINDOWS - slot) * SLOT_MILLIS;
  }

  /** Different stacks in the windows that were made so far. */
  public int distinctStacks() {
    return used.stream().mapToInt(BitSet::cardinality).sum();
  }

  private static List<StackTrace> stacks(int service) {
    final Random random = new Random(service);
    final List<Frame> functions = new ArrayList<>();
    for (int i = 0; i < FUNCTIONS_PER_SERVICE; i++) {
      final String owner = "Class" + i / 8;
      functions.add(
          Frame.builder(FrameType.JVM)
              .functionName(
                  "com.example.service" + service + ".area" + i / 200 + "." + owner + ".call" + i)
              .fileName(owner + ".java")
              .line(1 + random.nextInt(400))
              .build());
    }
    final List<StackTrace> stacks = new ArrayList<>();
    List<Frame> rootToLeaf = deep(new ArrayList<>(), functions, random);
    while (stacks.size() < STACKS_PER_SERVICE) {
      final List<Frame> leafToRoot = new ArrayList<>(rootToLeaf);
      Collections.reverse(leafToRoot);
      stacks.add(StackTrace.of(leafToRoot));
      final List<Frame> other = stacks.get(random.nextInt(stacks.size())).frames();
      final List<Frame> prefix = new ArrayList<>(other);
      Collections.reverse(prefix);
      final int kept = Math.max(1, prefix.size() - 1 - random.nextInt(MAX_NEW_FRAMES));
      rootToLeaf = deep(new ArrayList<>(prefix.subList(0, kept)), functions, random);
    }
    return stacks;
  }

  private static List<Frame> deep(List<Frame> begun, List<Frame> functions, Random random) {
    final int depth =
        Math.min(MAX_DEPTH, Math.max(MIN_DEPTH, begun.size() + 1 + random.nextInt(MAX_NEW_FRAMES)));
    while (begun.size() < depth) {
      begun.add(functions.get(random.nextInt(functions.size())));
    }
    return begun;
  }

  /** Writes all windows into a store in that directory, whose retention holds them. */
  public void store(Path directory) throws Exception {
    final StoreSettings settings =
        new StoreSettings(directory, LENGTH.multipliedBy(2), StoreSettings.DEFAULT_LIMIT_BYTES);
    try (ProfileStore store = ProfileStore.open(settings, Clock.systemUTC())) {
      store.start();
      for (int slot = 0; slot < WINDOWS; slot++) {
        store.accept(window(slot));
        if (slot % 100 == 99 && !store.flush(Duration.ofSeconds(60))) {
          throw new IllegalStateException("not written in time: " + store.status());
        }
      }
      if (!store.flush(Duration.ofSeconds(60))) {
        throw new IllegalStateException("not written in time: " + store.status());
      }
    }
  }

  /** Makes the data set, up to now, in the directory that is named. */
  public static void main(String[] arguments) throws Exception {
    final DataSet dataSet = new DataSet(System.currentTimeMillis());
    dataSet.store(Path.of(arguments[0]));
    System.out.printf(
        "%d windows, %d services, %d stacks a window, %d different stacks%n",
        WINDOWS, SERVICES, STACKS_PER_WINDOW, dataSet.distinctStacks());
  }
}
