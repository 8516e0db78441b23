package dev.plumbline.spool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.ExportAccount;
import dev.plumbline.export.ProfileExporter;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.sender.ExportResult;
import dev.plumbline.export.sender.RequestSender;
import dev.plumbline.export.settings.ExporterKind;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.export.settings.FileSettings;
import dev.plumbline.export.settings.QueuePolicy;
import dev.plumbline.export.settings.QueueSettings;
import dev.plumbline.export.settings.RetrySettings;
import dev.plumbline.otlp.OtlpEncoder;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.store.MovableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpooledExporterTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  @TempDir Path directory;

  private final List<Integer> received = new CopyOnWriteArrayList<>();
  private final Semaphore arrivals = new Semaphore(0);
  private final Semaphore answers = new Semaphore(1_000);
  private final List<SpooledExporter> open = new ArrayList<>();
  private volatile boolean isAway;
  private volatile int forgottenAnswers;
  private volatile boolean isWithoutMemory;
  private QueueSettings queue = QueueSettings.DEFAULT;
  private RetrySettings retry = RetrySettings.DEFAULT;
  private final MovableClock clock =
      new MovableClock(Instant.parse("2026-01-01T00:00:00Z").toEpochMilli());

  /** That of the test, asked for amid all that the spool's thread does. */
  private final class ScarceClock extends Clock {
    @Override
    public Instant instant() {
      if (isWithoutMemory && Thread.currentThread().getName().startsWith("plumbline-spool")) {
        throw new OutOfMemoryError("as if");
      }
      return clock.instant();
    }

    @Override
    public ZoneId getZone() {
      return clock.getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException();
    }
  }

  /** Notes the sample counts of what comes; answers that it is away where it is. */
  private final class Receiver implements RequestSender {
    @Override
    public ExportResult send(ExportRequest request, long timeoutNanos) {
      if (isAway) {
        return ExportResult.retryAfter("unavailable", "away", 0);
      }
      received.add((int) request.samples().total());
      arrivals.release();
      answers.acquireUninterruptibly();
      if (forgottenAnswers > 0) {
        forgottenAnswers--;
        return ExportResult.retryAfter("deadline_exceeded", "no answer in time", 0);
      }
      return ExportResult.accepted();
    }

    @Override
    public String target() {
      return "test";
    }

    @Override
    public void close() {}
  }

  /** Of what the package and the exporter log from now on. Thread-safe. */
  private static final class LastLine extends Handler {
    private final Logger logger = Logger.getLogger("dev.plumbline");
    private volatile String last = "";

    LastLine() {
      logger.addHandler(this);
    }

    String line() {
      logger.removeHandler(this);
      return last;
    }

    @Override
    public void publish(LogRecord line) {
      last = line.getLevel() + " " + line.getMessage();
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @AfterEach
  void close() {
    open.forEach(exporter -> exporter.close(Duration.ofMillis(100)));
  }

  private SpooledExporter start() {
    SpooledExporter exporter = create(IntakeQueue.MAX_BYTES);
    exporter.start();
    return exporter;
  }

  private SpooledExporter create(long maxIntakeBytes) {
    ExporterSettings settings =
        ExporterSettings.builder("test", ExporterKind.FILE)
            .file(FileSettings.of(directory))
            .queue(queue)
            .retry(retry)
            .build();
    SpooledExporter exporter =
        new SpooledExporter(
            settings,
            new SpoolSettings(directory, SpoolSettings.DEFAULT_MAX_BYTES),
            memory -> ProfileExporter.create(memory, new Receiver(), null),
            (request, level) -> {
              throw new IOException("not asked");
            },
            new ScarceClock(),
            new IntakeQueue(maxIntakeBytes));
    open.add(exporter);
    return exporter;
  }

  private void awaitArrivals(int count) throws InterruptedException {
    assertThat(arrivals.tryAcquire(count, LONG.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
  }

  @Test
  void windowThatFindsNoRoom_losesOnlyWhatIsOver() throws Exception {
    SpooledExporter exporter = create(500_000);
    exporter.accept(TestWindows.of(500)); // 204,256 bytes
    exporter.accept(TestWindows.of(1_000)); // 408,256 bytes
    ExportAccount.Tally samples = exporter.account().samples();
    assertThat(samples.accepted()).isEqualTo(1_500);
    long dropped = samples.droppedByReason().get(SpoolDrops.TOO_FAST);
    assertThat(dropped).isBetween(284L, 360L);
    assertThat(samples.held()).isEqualTo(1_500 - dropped);

    exporter.start();
    while (received.stream().mapToLong(each -> each).sum() < 1_500 - dropped) {
      awaitArrivals(1);
    }
  }

  /** As where the heap is full of something else for a moment: what comes after is taken. */
  @Test
  void windowWithoutMemory_isCounted_andTheThreadGoesOn() throws Exception {
    SpooledExporter exporter = start();
    isWithoutMemory = true;
    assertThat(exporter.acceptDurably(TestWindows.of(3), LONG)).isFalse();
    isWithoutMemory = false;
    assertThat(exporter.acceptDurably(TestWindows.of(5), LONG)).isTrue();
    ExportAccount.Tally samples = exporter.account().samples();
    assertThat(samples.droppedByReason()).containsOnly(Map.entry(SpoolDrops.MEMORY, 3L));
    assertThat(samples.accepted()).isEqualTo(8);
  }

  @Test
  void windows_arriveInTheirOrder_andAreGone() throws Exception {
    SpooledExporter exporter = start();
    for (int i = 1; i <= 20; i++) {
      assertThat(exporter.acceptDurably(TestWindows.of(i), LONG)).isTrue();
    }
    awaitArrivals(20);
    assertThat(received).isSorted().hasSize(20);
    exporter.close(LONG);
    ExportAccount account = exporter.account();
    assertThat(account.samples().accepted()).isEqualTo(210);
    assertThat(account.samples().exported()).isEqualTo(210);
    assertThat(account.samples().held()).isZero();
    assertThat(account.heldBytes()).isZero();
  }

  @Test
  void receiverThatKeepsUp_leavesTheDiskAlone() throws Exception {
    SpooledExporter exporter = start();
    for (int i = 1; i <= 5; i++) {
      assertThat(exporter.acceptDurably(TestWindows.of(i), LONG)).isTrue();
      // It is safe, since the receiver has it.
      assertThat(received).hasSize(i);
    }
    assertThat(exporter.status().writtenRequests()).isZero();
  }

  @Test
  void requestThatTheReceiverThinksAbout_isOnDiskMeanwhile_andIsGoneAfter() throws Exception {
    answers.drainPermits();
    SpooledExporter exporter = start();
    assertThat(exporter.acceptDurably(TestWindows.of(1), LONG)).isTrue();
    assertThat(exporter.account().heldBytes()).isPositive();
    assertThat(exporter.status().writtenRequests()).isOne();
    assertThat(exporter.account().samples().held()).isOne();
    answers.release(1_000);
    exporter.close(LONG);
    assertThat(received).containsExactly(1);
    assertThat(exporter.account().heldBytes()).isZero();
    assertThat(exporter.account().samples().exported()).isOne();
  }

  @Test
  void whatIsHeldAtTheEnd_isSentByTheNextStart() throws Exception {
    isAway = true;
    SpooledExporter first = start();
    for (int i = 1; i <= 5; i++) {
      assertThat(first.acceptDurably(TestWindows.of(i), LONG)).isTrue();
    }
    LastLine last = new LastLine();
    first.close(Duration.ofMillis(200));
    assertThat(first.account().samples().held()).isEqualTo(15);
    // What is on disk is not lost: neither a warning nor a word of giving up.
    assertThat(last.line())
        .startsWith("INFO exporter test to test closed, what is held stays on disk: samples 15 acc")
        .contains("dropped {}", ", 15 held")
        .endsWith("; last failure: unavailable");
    isAway = false;
    SpooledExporter second = start();
    awaitArrivals(5);
    assertThat(received).containsExactly(1, 2, 3, 4, 5);
    second.close(LONG);
    assertThat(second.account().samples().accepted()).isEqualTo(15);
    assertThat(second.account().samples().exported()).isEqualTo(15);
  }

  @Test
  void fullQueue_dropsTheOldest_andCountsThem() throws Exception {
    isAway = true;
    queue = QueueSettings.of(20_000, 1_000, QueuePolicy.DROP_OLDEST);
    SpooledExporter exporter = start();
    for (int i = 1; i <= 60; i++) {
      assertThat(exporter.acceptDurably(TestWindows.of(i), LONG)).isTrue();
    }
    isAway = false;
    exporter.close(LONG);
    ExportAccount.Tally samples = exporter.account().samples();
    assertThat(samples.droppedByReason()).containsKey(SpoolDrops.QUEUE_FULL);
    assertThat(samples.accepted()).isEqualTo(60 * 61 / 2);
    assertThat(samples.exported() + samples.dropped()).isEqualTo(samples.accepted());
    assertThat(received).contains(60, 59);
  }

  @Test
  void fullQueueThatDropsTheNewest_refusesThem_andKeepsWhatItTook() throws Exception {
    isAway = true;
    queue = QueueSettings.of(20_000, 1_000, QueuePolicy.DROP_NEWEST);
    SpooledExporter exporter = start();
    List<Integer> safe = new ArrayList<>();
    for (int i = 1; i <= 60; i++) {
      if (exporter.acceptDurably(TestWindows.of(i), LONG)) {
        safe.add(i);
      }
    }
    assertThat(safe).hasSizeBetween(1, 59);
    assertThat(exporter.account().heldBytes()).isBetween(1L, 20_000L);
    isAway = false;
    exporter.close(LONG);
    assertThat(received).isEqualTo(safe);
    int kept = safe.stream().mapToInt(Integer::intValue).sum();
    ExportAccount.Tally samples = exporter.account().samples();
    assertThat(samples.exported()).isEqualTo(kept);
    assertThat(samples.droppedByReason())
        .isEqualTo(Map.of(SpoolDrops.QUEUE_FULL, 60L * 61 / 2 - kept));
  }

  @Test
  void numberOfRequestsThatTheUserSet_isHeededOnDiskToo() throws Exception {
    isAway = true;
    queue = QueueSettings.DEFAULT.withMaxItems(3);
    SpooledExporter exporter = start();
    for (int i = 1; i <= 10; i++) {
      assertThat(exporter.acceptDurably(TestWindows.of(i), LONG)).isTrue();
    }
    isAway = false;
    exporter.close(LONG);
    assertThat(received).contains(10).hasSizeBetween(1, 3);
    assertThat(exporter.account().samples().droppedByReason())
        .containsOnlyKeys(SpoolDrops.QUEUE_FULL);
  }

  @Test
  void receiverThatIsAwayForAnHour_losesNothing() throws Exception {
    isAway = true;
    SpooledExporter exporter = start();
    for (int minute = 1; minute <= 60; minute++) {
      assertThat(exporter.acceptDurably(TestWindows.of(minute), LONG)).isTrue();
      clock.advanceSeconds(60);
    }
    assertThat(exporter.status().oldestUnixMillis()).isPositive();
    isAway = false;
    exporter.close(LONG);
    assertThat(received).hasSize(60).isSorted();
    assertThat(exporter.account().samples().dropped()).isZero();
  }

  @Test
  void ageThatTheUserSet_isHeeded_andCounted() throws Exception {
    isAway = true;
    retry = RetrySettings.builder().maxAge(Duration.ofMinutes(10)).build();
    SpooledExporter exporter = start();
    for (int i = 1; i <= 5; i++) {
      assertThat(exporter.acceptDurably(TestWindows.of(i), LONG)).isTrue();
    }
    clock.advanceSeconds(1_200);
    assertThat(exporter.acceptDurably(TestWindows.of(6), LONG)).isTrue();
    exporter.close(Duration.ofMillis(300));
    ExportAccount.Tally samples = exporter.account().samples();
    // What is being sent is not taken away from under the sender.
    assertThat(samples.droppedByReason()).containsEntry("expired", 3L + 4 + 5);
    assertThat(samples.held()).isEqualTo(1 + 2 + 6);
  }

  @Test
  void lostAnswer_isTheOnlyReasonForASecondDelivery() throws Exception {
    forgottenAnswers = 1;
    SpooledExporter exporter = start();
    for (int i = 1; i <= 6; i++) {
      assertThat(exporter.acceptDurably(TestWindows.of(i), LONG)).isTrue();
    }
    awaitArrivals(7);
    exporter.close(LONG);
    assertThat(received).containsExactly(1, 1, 2, 3, 4, 5, 6);
    assertThat(exporter.account().samples().exported()).isEqualTo(21);
  }

  @Test
  void fileThatIsNoQueue_isSetAside_andCounted() throws Exception {
    Path file = SpoolFiles.of(directory, "test");
    Files.writeString(file, "this is no database, and long enough to be looked at".repeat(400));
    SpooledExporter exporter = start();
    assertThat(exporter.acceptDurably(TestWindows.of(3), LONG)).isTrue();
    awaitArrivals(1);
    assertThat(received).containsExactly(3);
    assertThat(exporter.status().corruptFiles()).isEqualTo(1);
    assertThat(Path.of(file + ".corrupt")).exists();
  }

  private void execute(String statement) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + SpoolFiles.of(directory, "test"));
        Statement sql = connection.createStatement()) {
      sql.execute(statement);
    }
  }

  private void assertIsSetAside() throws Exception {
    SpooledExporter exporter = start();
    assertThat(exporter.acceptDurably(TestWindows.of(3), LONG)).isTrue();
    awaitArrivals(1);
    assertThat(received).containsExactly(3);
    assertThat(exporter.status().corruptFiles()).isEqualTo(1);
    assertThat(Path.of(SpoolFiles.of(directory, "test") + ".corrupt")).exists();
  }

  /** It would stand in the way for ever: nothing behind it could be sent. */
  @Test
  void fileOfAnotherVersion_isSetAside_andCounted() throws Exception {
    execute("CREATE TABLE requests (id INTEGER PRIMARY KEY, everything TEXT)");
    assertIsSetAside();
  }

  @Test
  void rowThatIsNotUnderstood_isSetAsideWithItsFile() throws Exception {
    isAway = true;
    SpooledExporter before = start();
    assertThat(before.acceptDurably(TestWindows.of(2), LONG)).isTrue();
    before.close(Duration.ZERO);
    execute("UPDATE requests SET level = '9.9'");
    isAway = false;
    assertIsSetAside();
  }

  /** What was accepted would be in a file without a name, of which nothing outlives the process. */
  @Test
  void fileThatIsDeleted_isBegunAnew_beforeMoreIsAccepted() throws Exception {
    isAway = true;
    SpooledExporter exporter = start();
    assertThat(exporter.acceptDurably(TestWindows.of(2), LONG)).isTrue();
    Path file = SpoolFiles.of(directory, "test");
    Files.delete(file);
    assertThat(exporter.acceptDurably(TestWindows.of(3), LONG)).isTrue();
    assertThat(file).exists();
    exporter.close(Duration.ZERO);
    isAway = false;
    start();
    awaitArrivals(1);
    assertThat(received).containsExactly(3);
    assertThat(exporter.status().corruptFiles()).isEqualTo(1);
    assertThat(exporter.account().samples().droppedByReason()).containsKey("spool_corrupt");
  }

  @Test
  void encodedRequest_isSentAsItIs() throws Exception {
    SpooledExporter exporter = start();
    ProfileWindow window = TestWindows.of(7);
    ExportRequest request =
        OtlpEncoder.builder(OtlpLevel.V1_10).build().encode(window).requests().get(0);
    assertThat(exporter.level()).isEqualTo(OtlpLevel.V1_10);
    assertThat(exporter.takesEncoded(List.of(request))).isTrue();
    assertThat(exporter.acceptDurably(List.of(request), LONG)).isTrue();
    awaitArrivals(1);
    assertThat(received).containsExactly(7);
  }

  @Test
  void afterTheEnd_nothingIsTaken() throws Exception {
    SpooledExporter exporter = start();
    exporter.close(Duration.ofMillis(100));
    exporter.close(Duration.ofMillis(100));
    exporter.accept(TestWindows.of(2));
    assertThat(exporter.acceptDurably(TestWindows.of(2), Duration.ofMillis(10))).isFalse();
    assertThat(exporter.account().samples().droppedByReason()).containsEntry(SpoolDrops.CLOSED, 4L);
  }
}
