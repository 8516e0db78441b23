package dev.plumbline.it.bars;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.plumbline.export.ProfileExporter;
import dev.plumbline.export.assembly.ExporterFactory;
import dev.plumbline.export.settings.ChannelSecurity;
import dev.plumbline.export.settings.ExporterKind;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.export.settings.LevelChoice;
import dev.plumbline.it.bench.SyntheticWindow;
import dev.plumbline.otlp.OtlpEncoder;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.spool.SpoolSettings;
import dev.plumbline.spool.SpooledExporter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the queue on disk adds to the export path: CPU of all threads for a window from its handing
 * over to the receiver's answer, through the exporter alone and through the queue before it, in
 * turn. The receiver is another process, and keeps up. What a window costs that has to go through
 * the disk is reported beside.
 */
@Tag("bars")
class QueueBarIT {
  private static final double BAR = 1.05;
  private static final int PAIRS = 61;
  private static final int WARM_UP_PAIRS = 15;
  private static final Duration LONG = Duration.ofSeconds(30);

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** One way of a window to the receiver; returns when it has it. */
  private interface Way {
    void take(ProfileWindow window) throws Exception;
  }

  @ParameterizedTest
  @CsvSource({"18, 60", "1300, 6"})
  void queue_addsLittleToTheExportPath(int stacks, int windowsInATurn, @TempDir Path directory)
      throws Exception {
    final ProfileWindow window = SyntheticWindow.of(stacks);
    final int bytes =
        OtlpEncoder.builder(OtlpLevel.V1_10).build().encode(window).requests().get(0).length();
    final double[] ratios = new double[PAIRS];
    final double[] alone = new double[PAIRS];
    final double[] queued = new double[PAIRS];
    try (AcceptingReceiver receiver = AcceptingReceiver.start();
        ProfileExporter exporter = ExporterFactory.create(settings("alone", receiver.port()));
        SpooledExporter spooled = spooled(directory, receiver.port())) {
      exporter.start();
      spooled.start();
      final Way withoutQueue =
          each -> {
            final CountDownLatch arrived = new CountDownLatch(1);
            exporter.export(each, settlement -> arrived.countDown());
            assertThat(arrived.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
          };
      final Way withQueue = each -> assertThat(spooled.acceptDurably(each, LONG)).isTrue();
      for (int pair = -WARM_UP_PAIRS; pair < PAIRS; pair++) {
        final boolean isAloneFirst = pair % 2 == 0;
        double first = cpuMillis(isAloneFirst ? withoutQueue : withQueue, window, windowsInATurn);
        double second = cpuMillis(isAloneFirst ? withQueue : withoutQueue, window, windowsInATurn);
        if (pair >= 0) {
          alone[pair] = isAloneFirst ? first : second;
          queued[pair] = isAloneFirst ? second : first;
          ratios[pair] = queued[pair] / alone[pair];
        }
      }
      assertThat(spooled.account().samples().exported())
          .isEqualTo(spooled.account().samples().accepted());
    }
    System.out.printf("requests of %d bytes:%n", bytes);
    Measured.of("ms of CPU a window without the queue", alone).print();
    Measured.of("ms of CPU a window with the queue", queued).print();
    assertThat(Measured.of("CPU with the queue to without", ratios).print())
        .matches(measured -> measured.staysBelow(BAR));
  }

  private double cpuMillis(Way way, ProfileWindow window, int windows) throws Exception {
    final long before = cpuNanos();
    for (int i = 0; i < windows; i++) {
      way.take(window);
    }
    return (cpuNanos() - before) / 1e6 / windows;
  }

  /** Of all threads but the virtual machine's own: its compiler would be most of the noise. */
  private long cpuNanos() {
    return LongStream.of(threads.getThreadCpuTime(threads.getAllThreadIds()))
        .filter(nanos -> nanos > 0)
        .sum();
  }

  private static ExporterSettings settings(String name, int port) {
    return ExporterSettings.builder(name, ExporterKind.OTLP_GRPC)
        .endpoint("127.0.0.1:" + port)
        .security(ChannelSecurity.PLAINTEXT)
        .level(LevelChoice.V1_10)
        .build();
  }

  private static SpooledExporter spooled(Path directory, int port) {
    return new SpooledExporter(
        settings("queued", port),
        new SpoolSettings(directory, SpoolSettings.DEFAULT_MAX_BYTES),
        ExporterFactory::create,
        (request, level) -> {
          throw new IOException("not asked");
        },
        Clock.systemUTC());
  }
}
