package dev.plumbline.jfr;

import static java.util.Objects.requireNonNull;

import dev.plumbline.fault.FaultText;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.jfr.chunk.ChunkHeader;
import dev.plumbline.jfr.chunk.ChunkVerifier;
import dev.plumbline.jfr.chunk.EventKind;
import dev.plumbline.jfr.chunk.JfrChunk;
import dev.plumbline.jfr.chunk.JfrException;
import dev.plumbline.jfr.chunk.VerifiedChunk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import one.jfr.JfrReader;
import one.jfr.event.Event;

/**
 * One chunk into records of the {@code jvm_*} data sources (hop 2). Each chunk is verified, then
 * read by a reader of its own, since the reader keeps what it has read. Keeps between chunks only
 * how many waits for monitors there were, of which one of several is chosen. Thread-safe; what it
 * returns is not shared.
 */
public final class JfrDecoder {
  private static final double NANOS_PER_SECOND = 1e9;

  private final JfrSettings settings;
  private final AtomicLong monitorWaits;

  private JfrDecoder(JfrSettings settings, AtomicLong monitorWaits) {
    this.settings = requireNonNull(settings, "settings");
    this.monitorWaits = monitorWaits;
  }

  /** A decoder for chunks of a session with these settings. */
  public static JfrDecoder of(JfrSettings settings) {
    return new JfrDecoder(settings, new AtomicLong());
  }

  /** A decoder for what follows in a session whose settings changed. */
  public JfrDecoder with(JfrSettings changed) {
    return new JfrDecoder(changed, monitorWaits);
  }

  /**
   * The records of the chunk.
   *
   * @throws JfrException if the chunk is broken; nothing of it is returned then
   */
  public JfrRecords decode(JfrChunk chunk) throws JfrException {
    ByteBuffer bytes = chunk.content();
    ChunkHeader header = bytes.limit() < ChunkHeader.SIZE_BYTES ? null : ChunkHeader.read(bytes, 0);
    if (header == null) {
      throw new JfrException(chunk.offset(), "no chunk header of version 2");
    }
    VerifiedChunk verified = ChunkVerifier.verify(chunk, header);
    try {
      return read(bytes, verified);
    } catch (IOException | RuntimeException e) {
      throw new JfrException(chunk.offset() + bytes.position(), FaultText.ofForeign(e), e);
    }
  }

  private JfrRecords read(ByteBuffer bytes, VerifiedChunk verified) throws IOException {
    JfrReader reader = new JfrReader(bytes);
    ChunkTables tables = new ChunkTables();
    FrameResolver frames = new FrameResolver(reader, settings.names());
    StackResolver stacks =
        new StackResolver(
            reader, frames, verified.truncatedStacks(), settings.maxStackDepth(), tables);
    TableResolver resolver =
        new TableResolver(reader, verified, frames, settings.excludedThreadPrefixes(), tables);
    EventRecorder recorder =
        new EventRecorder(reader, settings, stacks, resolver, tables, monitorWaits);
    readEvents(reader, bytes, verified, recorder);
    recorder.finish();
    Interval interval = interval(verified.header(), recorder.lastTicks());
    Map<JvmGadget, List<RecordBatch>> batches = batches(recorder, tables, interval);
    return new JfrRecords(interval, batches, recorder.counts());
  }

  private static void readEvents(
      JfrReader reader, ByteBuffer bytes, VerifiedChunk verified, EventRecorder recorder)
      throws IOException {
    int position = ChunkHeader.SIZE_BYTES;
    while (position < bytes.limit()) {
      bytes.position(position);
      int end = position + reader.getVarint();
      EventKind kind = verified.kind(reader.getVarint());
      if (kind != null) {
        bytes.position(position);
        Event event = reader.readEvent();
        if (event == null || bytes.position() > end) {
          throw new IOException("event is shorter than its fields");
        }
        recorder.record(kind, event);
      }
      position = end;
    }
  }

  /**
   * The header's wall clock, since chunks of one recording meet in it. If that clock was set back
   * within the chunk, the events' own clock gives the length.
   */
  private static Interval interval(ChunkHeader header, long lastTicks) {
    long durationNanos = header.durationNanos;
    if (durationNanos <= 0) {
      double nanosPerTick = NANOS_PER_SECOND / header.ticksPerSecond;
      durationNanos = Math.max(1, (long) ((lastTicks - header.startTicks) * nanosPerTick));
    }
    return new Interval(header.startUnixNanos, header.startUnixNanos + durationNanos);
  }

  private static Map<JvmGadget, List<RecordBatch>> batches(
      EventRecorder recorder, ChunkTables tables, Interval interval) {
    Map<JvmGadget, List<RecordBatch>> batches = new EnumMap<>(JvmGadget.class);
    for (JvmGadget gadget : JvmGadget.values()) {
      List<RecordBatch> ofGadget = new ArrayList<>();
      gadget
          .recordSets()
          .forEach(
              (dataSource, set) -> {
                RecordColumns columns = recorder.columns(set);
                if (columns != null) {
                  ofGadget.add(new ColumnBatch(gadget, dataSource, columns, tables, interval));
                }
              });
      if (!ofGadget.isEmpty()) {
        batches.put(gadget, Collections.unmodifiableList(ofGadget));
      }
    }
    return batches;
  }
}
