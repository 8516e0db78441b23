package dev.plumbline.selfprofile;

import dev.plumbline.jfr.JfrDecoder;
import dev.plumbline.jfr.JfrRecords;
import dev.plumbline.jfr.JfrSettings;
import dev.plumbline.jfr.LockRules;
import dev.plumbline.jfr.chunk.JfrChunk;
import dev.plumbline.jfr.chunk.JfrChunks;
import dev.plumbline.jfr.chunk.JfrException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.EventSettings;
import jdk.jfr.Recording;

/** Records one event for a time and reads what was recorded. Stateless. */
final class FlightRecording {
  /** How often the recorder looks at running threads. */
  static final Duration CPU_INTERVAL = Duration.ofMillis(20);

  private static final Duration LOCK_THRESHOLD = Duration.ofMillis(1);

  private FlightRecording() {}

  /** Blocks for the duration. */
  static List<JfrRecords> record(SelfProfile profile, Duration duration)
      throws IOException, InterruptedException {
    Path file = Files.createTempFile("plumbline-self", ".jfr");
    try (Recording recording = new Recording()) {
      EventSettings event = recording.enable(profile.event()).withStackTrace();
      if (profile == SelfProfile.PROFILE) {
        event.withPeriod(CPU_INTERVAL);
      } else if (profile != SelfProfile.ALLOCS) {
        event.withThreshold(LOCK_THRESHOLD);
      }
      recording.start();
      Thread.sleep(duration.toMillis());
      recording.stop();
      recording.dump(file);
      return read(file);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static List<JfrRecords> read(Path file) throws IOException {
    JfrSettings settings =
        JfrSettings.builder()
            .cpuIntervalNanos(CPU_INTERVAL.toNanos())
            .locks(LockRules.ofThreshold(LOCK_THRESHOLD.toNanos()))
            .excludedThreadPrefixes(List.of())
            .build();
    JfrDecoder decoder = JfrDecoder.of(settings);
    List<JfrRecords> records = new ArrayList<>();
    try (FileChannel channel = FileChannel.open(file)) {
      JfrChunks chunks = JfrChunks.of(channel);
      for (JfrChunk chunk = chunks.next(); chunk != null; chunk = chunks.next()) {
        records.add(decoder.decode(chunk));
      }
    } catch (JfrException e) {
      throw new IOException("the recording cannot be read: " + e.getMessage(), e);
    }
    return records;
  }
}
