package dev.plumbline.agent;

import dev.plumbline.agent.recording.BrokenRecordingException;
import dev.plumbline.agent.recording.ProfilerSession;
import dev.plumbline.agent.settings.LockWaits;
import dev.plumbline.agent.settings.Setting;
import dev.plumbline.agent.settings.Settings;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.jfr.JfrDecoder;
import dev.plumbline.jfr.JfrRecords;
import dev.plumbline.jfr.JfrSettings;
import dev.plumbline.jfr.JvmGadget;
import dev.plumbline.jfr.chunk.JfrChunk;
import dev.plumbline.jfr.chunk.JfrException;
import dev.plumbline.profile.Attributes;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A chunk into records, records into each exporter's window (hops 2 to 5). What it needs of
 * libraries and logging is loaded by the first chunk and not at the JVM's start. Confined to the
 * thread {@code plumbline-agent}.
 */
final class ExportPipeline implements WindowPipeline {
  /** Of the time to finish, what ends the exporters once they have sent what they could. */
  private static final long CLOSE_NANOS = 200_000_000L;

  private final AgentConfiguration configuration;
  private final ProfilerSession session;
  private final String version;
  private final String profilerVersion;
  private final AgentLog log;
  private final @Nullable ChunkCopies copies;
  private final GadgetMappings gadgetMappings;
  private final WindowLosses losses;

  private @Nullable LibraryLog libraryLog;
  private volatile @Nullable List<ExportLane> lanes;
  private @Nullable JfrDecoder decoder;
  private List<GadgetMappings.Mapped> mappings = Collections.emptyList();
  private long decodedAllocBytes = -1;

  private long startUnixNanos;
  private long endUnixNanos;
  private long allocationSamples;

  ExportPipeline(
      AgentConfiguration configuration,
      ProfilerSession session,
      String version,
      String profilerVersion,
      AgentLog log) {
    this.configuration = configuration;
    this.session = session;
    this.version = version;
    this.profilerVersion = profilerVersion;
    this.log = log;
    this.gadgetMappings =
        new GadgetMappings(configuration.settings(), configuration.annotations(), log::warn);
    this.losses = new WindowLosses(log::warn, System::nanoTime);
    this.copies =
        configuration.settings().isSet(Setting.EXPORT_FILE)
            ? new ChunkCopies(ExportLanes.copies(configuration, ChunkCopies.SUFFIX), log)
            : null;
  }

  @Override
  public void accept(JfrChunk chunk) throws BrokenRecordingException {
    if (copies != null) {
      copies.write(chunk);
    }
    List<ExportLane> open = lanes();
    try {
      JfrRecords records = decoder().decode(chunk);
      add(records, open);
    } catch (JfrException e) {
      throw new BrokenRecordingException(String.valueOf(e.getMessage()));
    }
  }

  private void add(JfrRecords records, List<ExportLane> open) {
    if (startUnixNanos == 0) {
      startUnixNanos = records.startUnixNanos();
    }
    endUnixNanos = Math.max(endUnixNanos, records.endUnixNanos());
    for (GadgetMappings.Mapped mapped : mappings) {
      DataSource dataSource = mapped.mapping().dataSource();
      RecordBatch batch = batch(records.batches(mapped.gadget()), dataSource.name());
      if (batch != null) {
        for (ExportLane lane : open) {
          if (lane.takes(dataSource.name())) {
            lane.aggregator().add(mapped.mapping(), batch);
          }
        }
      }
    }
    List<RecordBatch> allocations = records.batches(JvmGadget.ALLOC);
    allocationSamples += allocations.isEmpty() ? 0 : allocations.get(0).size();
    losses.add(records::count);
  }

  private static @Nullable RecordBatch batch(List<RecordBatch> batches, String dataSourceName) {
    for (RecordBatch batch : batches) {
      if (batch.dataSource().name().equals(dataSourceName)) {
        return batch;
      }
    }
    return null;
  }

  private List<ExportLane> lanes() {
    List<ExportLane> open = lanes;
    if (open == null) {
      libraryLog = LibraryLog.install(log);
      open = ExportLanes.open(configuration, version, profilerVersion, session.engine());
      lanes = open;
    }
    return open;
  }

  /** Of the recording that runs: its allocation interval changes with the load. */
  private JfrDecoder decoder() {
    JfrDecoder current = decoder;
    if (current == null || decodedAllocBytes != session.allocBytes()) {
      decodedAllocBytes = session.allocBytes();
      JfrSettings settings = jfrSettings(configuration.settings(), decodedAllocBytes);
      current = current == null ? JfrDecoder.of(settings) : current.with(settings);
      decoder = current;
      mappings = gadgetMappings.read(decodedAllocBytes);
    }
    return current;
  }

  private static JfrSettings jfrSettings(Settings settings, long allocBytes) {
    return JfrSettings.builder()
        .cpuIntervalNanos(settings.number(Setting.CPU))
        .wallIntervalNanos(settings.number(Setting.WALL))
        .allocIntervalBytes(allocBytes)
        .nativememIntervalBytes(settings.number(Setting.NATIVEMEM))
        .locks(LockWaits.rules(settings))
        .excludedThreadPrefixes(settings.words(Setting.THREADS_EXCLUDED))
        .maxStackDepth((int) Math.min(Integer.MAX_VALUE, settings.number(Setting.DEPTH)))
        .names(
            settings.flag(Setting.NAMES_NORMALIZED)
                ? JfrSettings.Names.NORMALIZED
                : JfrSettings.Names.VERBATIM)
        .build();
  }

  @Override
  public long closeWindow() {
    losses.warnOfSkippedChunks(session.skippedChunks());
    List<ExportLane> open = lanes;
    if (open == null || startUnixNanos == 0) {
      return 0;
    }
    Attributes ofProfiles = losses.take(session);
    for (ExportLane lane : open) {
      lane.export(startUnixNanos, endUnixNanos, ofProfiles);
    }
    log.debug(
        "window of "
            + (endUnixNanos - startUnixNanos) / 1_000_000
            + " ms, since the start "
            + losses);
    long samples = allocationSamples;
    startUnixNanos = 0;
    endUnixNanos = 0;
    allocationSamples = 0;
    return samples;
  }

  @Override
  public long heldSamples() {
    List<ExportLane> open = lanes;
    long held = 0;
    if (open != null) {
      for (ExportLane lane : open) {
        held += lane.account().samples().held();
      }
    }
    return held;
  }

  @Override
  public void finish(long timeoutNanos) {
    long end = System.nanoTime() + timeoutNanos - CLOSE_NANOS;
    List<ExportLane> open = lanes;
    if (open != null) {
      // All hurry at once: what one waits for is no time lost for another.
      for (ExportLane lane : open) {
        lane.flush(0);
      }
      for (ExportLane lane : open) {
        lane.flush(Math.max(0, end - System.nanoTime()));
      }
    }
    LibraryLog installed = libraryLog;
    libraryLog = null;
    if (installed != null) {
      installed.end();
    }
    if (open != null) {
      for (ExportLane lane : open) {
        lane.close(CLOSE_NANOS / open.size());
        sayEnd(lane);
      }
    }
    lanes = null;
  }

  /** Not by java.util.logging: an application's log manager may be none that knows handlers. */
  private void sayEnd(ExportLane lane) {
    log.write(
        lane.account().isWithoutLoss() ? AgentLog.Level.INFO : AgentLog.Level.WARN,
        lane.accountLine());
  }
}
