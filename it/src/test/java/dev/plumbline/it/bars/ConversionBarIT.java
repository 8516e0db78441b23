package dev.plumbline.it.bars;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.it.bench.Conversion;
import dev.plumbline.it.bench.GeneratedRecording;
import dev.plumbline.it.received.ReceivedProfiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What a heavy recording costs to convert, and how large it becomes. */
@Tag("bars")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConversionBarIT {
  private static final int RUNS = 41;
  private static final int WARM_UPS = 20;
  private static final double CPU_BAR_MILLIS = 150;
  private static final double SIZE_BAR = 0.55;
  private static final int DISTINCT_STACKS = 8_000;

  @TempDir static Path directory;

  private final Conversion conversion = Conversion.byDefault();
  private ByteBuffer recording = ByteBuffer.allocate(0);

  @BeforeAll
  void generate() {
    recording = GeneratedRecording.make(directory);
  }

  @Test
  void conversion_warm_keeps_its_bar() throws Exception {
    assertHeavy();
    final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    final double[] millis = new double[RUNS];
    for (int i = -WARM_UPS; i < RUNS; i++) {
      final long before = threads.getCurrentThreadCpuTime();
      conversion.convert(recording.duplicate());
      if (i >= 0) {
        millis[i] = (threads.getCurrentThreadCpuTime() - before) / 1e6;
      }
    }
    assertThat(Measured.of("ms of CPU to convert", millis).print().staysBelow(CPU_BAR_MILLIS))
        .isTrue();
  }

  @Test
  void requests_are_smaller_than_the_recording_by_the_bar() throws Exception {
    assertHeavy();
    long requestBytes = 0;
    for (ExportRequest request : conversion.convert(recording.duplicate())) {
      requestBytes += gzipped(request.body());
    }
    final long recordingBytes = gzipped(recording.duplicate());
    final double ratio = (double) requestBytes / recordingBytes;
    System.out.printf(
        "gzipped requests / gzipped recording: %d / %d = %.3f%n",
        requestBytes, recordingBytes, ratio);
    assertThat(ratio).isLessThanOrEqualTo(SIZE_BAR);
  }

  /** The recording is what the bar speaks of: else the figure says nothing. */
  private void assertHeavy() throws Exception {
    final List<byte[]> bodies = new ArrayList<>();
    for (ExportRequest request : Conversion.withThreads().convert(recording.duplicate())) {
      final byte[] body = new byte[request.length()];
      request.body().get(body);
      bodies.add(body);
    }
    final ReceivedProfiles received = ReceivedProfiles.of(bodies);
    final long stacks =
        received.all().stream()
            .filter(profile -> !profile.type().endsWith("_objects/count"))
            .mapToLong(profile -> profile.samples().size())
            .sum();
    System.out.printf(
        "recording: %d bytes, %s, %d thread and stack pairs%n",
        recording.remaining(), received.types(), stacks);
    assertThat(received.types()).contains("samples/count", "wall/nanoseconds", "alloc_space/bytes");
    // A machine that is busy with other things makes a lighter recording: that proves nothing.
    assumeTrue(
        stacks >= DISTINCT_STACKS,
        "the recording has only " + stacks + " thread and stack pairs: the machine is too busy");
    assertThat(received.total("samples/count")).isPositive();
  }

  private static long gzipped(ByteBuffer bytes) throws IOException {
    final byte[] copy = new byte[bytes.remaining()];
    bytes.get(copy);
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(copy);
    }
    return out.size();
  }
}
