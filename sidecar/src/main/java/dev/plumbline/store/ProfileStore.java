package dev.plumbline.store;

import static java.util.Objects.requireNonNull;

import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.store.SegmentCatalog.Entry;
import dev.plumbline.store.segment.Segment;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Windows of all sources on disk. {@link #accept} never waits; a thread of the store writes.
 * Windows of equal resource, type and time are kept beside each other and add up: two replicas that
 * cannot be told apart count twice, rightly, and so does a sender that repeats itself without a
 * delivery's id. Thread-safe.
 */
public final class ProfileStore implements AutoCloseable {
  private static final Logger logger = Logger.getLogger(ProfileStore.class.getName());
  private static final long MAX_AHEAD_MILLIS = TimeUnit.MINUTES.toMillis(10);
  private static final int REMEMBERED_DELIVERIES = 4096;
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(5);

  /** A part of the heap, whatever it is: 32 MiB of the default's 256. */
  private static final long MAX_CACHED_BYTES = Runtime.getRuntime().maxMemory() / 8;

  private final StoreDirectory directory;
  private final Clock clock;
  private volatile StoreSettings settings;
  private final SegmentCatalog catalog = new SegmentCatalog();
  private final StoreAccount account = new StoreAccount();
  private final StoreQueue queue = new StoreQueue(StoreQueue.MAX_BYTES);
  private final SegmentFiles files;
  private final StoreWriter writer;
  private final Thread thread;
  private final Object lock = new Object();
  private final Map<String, Boolean> deliveries = new LinkedHashMap<>();
  private final long revisionBase;
  private final long maxCachedBytes;

  private ProfileStore(
      StoreSettings settings, StoreDirectory directory, Clock clock, long maxCachedBytes)
      throws StoreException {
    this.maxCachedBytes = maxCachedBytes;
    this.directory = directory;
    this.clock = clock;
    this.settings = settings;
    this.files = new SegmentFiles(directory, catalog, account, clock);
    files.recover();
    this.writer = new StoreWriter(queue, files, account, () -> this.settings);
    this.thread = new Thread(writer, "plumbline-store");
    thread.setDaemon(true);
    // Larger than any revision before: no process stores a million windows a second.
    this.revisionBase = clock.millis() * 1000;
  }

  /**
   * Opens the directory and makes what is in it readable; nothing is written before {@link
   * #start()}.
   */
  public static ProfileStore open(StoreSettings settings, Clock clock) throws StoreException {
    return open(settings, clock, MAX_CACHED_BYTES);
  }

  /**
   * @param maxCachedBytes of heap that dictionaries may take between two files of a query, about
   */
  static ProfileStore open(StoreSettings settings, Clock clock, long maxCachedBytes)
      throws StoreException {
    requireNonNull(clock, "clock");
    StoreDirectory directory = StoreDirectory.open(settings.directory());
    try {
      return new ProfileStore(settings, directory, clock, maxCachedBytes);
    } catch (StoreException e) {
      closeQuietly(directory);
      throw e;
    }
  }

  public void start() {
    thread.start();
  }

  /** Hands a window over; what does not fit, or lies outside of what is kept, is counted. */
  public void accept(ProfileWindow window) {
    account.accepted(window.sampleCount());
    ProfileWindow kept = inTime(window);
    if (kept.isEmpty()) {
      return;
    }
    StoreQueue.Offer offer = queue.offer(kept);
    if (offer != StoreQueue.Offer.TAKEN) {
      StoreDrop drop = offer == StoreQueue.Offer.FULL ? StoreDrop.QUEUE_FULL : StoreDrop.CLOSED;
      account.dropped(drop, kept.sampleCount());
    }
  }

  /**
   * As {@link #accept(ProfileWindow)}, once for each id. The last few thousand are remembered,
   * until the process ends.
   *
   * @param deliveryId what tells a repeated delivery from a new one, such as a profile id
   */
  public void accept(ProfileWindow window, String deliveryId) {
    if (isNew(deliveryId)) {
      accept(window);
    } else {
      account.accepted(window.sampleCount());
      account.dropped(StoreDrop.DUPLICATE, window.sampleCount());
    }
  }

  /** Counts samples of which no window could be made. */
  public void withoutMemory(long samples) {
    account.accepted(samples);
    account.dropped(StoreDrop.MEMORY, samples);
  }

  private boolean isNew(String deliveryId) {
    synchronized (lock) {
      boolean added = deliveries.putIfAbsent(deliveryId, true) == null;
      if (deliveries.size() > REMEMBERED_DELIVERIES) {
        deliveries.remove(deliveries.keySet().iterator().next());
      }
      return added;
    }
  }

  private ProfileWindow inTime(ProfileWindow window) {
    long now = clock.millis();
    long latestStart = TimeUnit.MILLISECONDS.toNanos(now + MAX_AHEAD_MILLIS);
    long oldestEnd = TimeUnit.MILLISECONDS.toNanos(now - settings.retention().toMillis());
    List<Profile> kept = new ArrayList<>();
    for (Profile profile : window.profiles()) {
      if (profile.startUnixNanos() > latestStart) {
        account.dropped(StoreDrop.IN_FUTURE, profile.samples().size());
      } else if (profile.startUnixNanos() + profile.durationNanos() < oldestEnd) {
        account.dropped(StoreDrop.TOO_OLD, profile.samples().size());
      } else {
        kept.add(profile);
      }
    }
    return kept.size() == window.profiles().size() ? window : ProfileWindow.of(kept);
  }

  /**
   * Waits until all that was accepted is written or counted as dropped.
   *
   * @return false if it is not in that time
   */
  public boolean flush(Duration timeout) throws InterruptedException {
    return account.awaitNothingHeld(timeout.toNanos());
  }

  /** Other bounds from the next window on; the directory stays. */
  public void reconfigure(Duration retention, long limitBytes) {
    settings = new StoreSettings(settings.directory(), retention, limitBytes);
  }

  /** Grows with every window that can be read; never goes back, not even over a restart. */
  public long revision() {
    return revisionBase + writer.revision();
  }

  /** Segments that may hold windows that start in {@code [from, until)}, oldest first. */
  public List<Segment> segments(long fromUnixNanos, long untilUnixNanos) {
    List<Segment> segments = new ArrayList<>();
    for (Entry entry : catalog.entries()) {
      if (entry.bounds().mayStartIn(fromUnixNanos, untilUnixNanos)) {
        segments.add(entry.segment());
      }
    }
    return segments;
  }

  /** How many windows a segment has now; 0 if it has left. */
  public long windows(Segment segment) {
    Entry entry = catalog.find(segment);
    return entry == null ? 0 : entry.bounds().windows();
  }

  /**
   * Dictionaries stay in memory, the newest first, within a bound. For whoever has read one: a
   * query over a day reads those of all files, which together do not fit.
   */
  public void boundDictionaries() {
    long bytes = 0;
    List<Entry> entries = catalog.entries();
    for (int i = entries.size() - 1; i >= 0; i--) {
      bytes += entries.get(i).segment().cachedBytes();
      if (bytes > maxCachedBytes) {
        entries.get(i).segment().forget();
      }
    }
  }

  /** A reader found that this segment cannot be read: it is taken out of the way. */
  public void setAside(Segment segment, Exception cause) {
    Entry entry = catalog.remove(segment);
    if (entry != null) {
      writer.request(() -> files.setAside(segment, entry.bounds().windows(), cause));
    }
  }

  public StoreStatus status() {
    long windows = 0;
    long first = Long.MAX_VALUE;
    long end = Long.MIN_VALUE;
    for (Entry entry : catalog.entries()) {
      windows += entry.bounds().windows();
      first = Math.min(first, entry.bounds().firstStartUnixNanos());
      end = Math.max(end, entry.bounds().endUnixNanos());
    }
    return new StoreStatus(
        settings,
        writer.bytes(),
        windows,
        windows == 0 ? null : Long.valueOf(first),
        windows == 0 ? null : Long.valueOf(end),
        writer.lastError(),
        queue.bytes(),
        account.counts());
  }

  /**
   * Writes what is queued, for five seconds at most, and releases the directory. What is left is
   * counted as dropped. Idempotent.
   */
  @Override
  public void close() {
    queue.close();
    if (thread.isAlive()) {
      try {
        thread.join(CLOSE_WAIT.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      thread.interrupt();
    }
    dropRest();
    closeQuietly(directory);
  }

  private void dropRest() {
    try {
      for (ProfileWindow left = queue.take(0); left != null; left = queue.take(0)) {
        account.dropped(StoreDrop.CLOSED, left.sampleCount());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void closeQuietly(StoreDirectory directory) {
    try {
      directory.close();
    } catch (IOException e) {
      logger.log(Level.FINE, "store: the lock is released with the process", e);
    }
  }

  /** For messages. */
  @Override
  public String toString() {
    @Nullable String error = writer.lastError();
    return "ProfileStore[" + directory.path() + (error == null ? "" : ", " + error) + "]";
  }
}
