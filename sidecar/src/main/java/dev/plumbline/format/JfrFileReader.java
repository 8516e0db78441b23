package dev.plumbline.format;

import dev.plumbline.descriptor.DescriptorLoader;
import dev.plumbline.descriptor.GadgetDescriptor;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.jfr.JfrDecoder;
import dev.plumbline.jfr.JfrReason;
import dev.plumbline.jfr.JfrRecords;
import dev.plumbline.jfr.JfrSettings;
import dev.plumbline.jfr.JvmGadget;
import dev.plumbline.jfr.RecordedSettings;
import dev.plumbline.jfr.chunk.JfrChunk;
import dev.plumbline.jfr.chunk.JfrException;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;
import dev.plumbline.sampling.AttributeNaming;
import dev.plumbline.sampling.MappingReader;
import dev.plumbline.sampling.SampleAggregator;
import dev.plumbline.sampling.SampleMapping;
import dev.plumbline.wire.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Recordings of async-profiler and of the JDK, chunk by chunk, as one window from the first chunk's
 * start to the last one's end. Confined to one read.
 */
final class JfrFileReader {
  private static final int HEADER_BYTES = 68;
  private static final int SIZE_OFFSET = 8;
  private static final String INTERVAL = "interval";

  private final IdentityHashMap<DataSource, SampleMapping> mappings = new IdentityHashMap<>();
  private final SampleAggregator aggregator =
      SampleAggregator.builder(Resource.of(Attributes.EMPTY), Scope.of("", ""))
          .maxSamples(10_000_000)
          .build();
  private final JfrDecoder decoder;
  private final List<String> notes = new ArrayList<>();
  private final Map<JfrReason, Long> counts = new EnumMap<>(JfrReason.class);
  private long startUnixNanos = Long.MAX_VALUE;
  private long endUnixNanos;

  /**
   * @param settings of the recording
   */
  private JfrFileReader(JfrSettings settings) throws IOException {
    decoder = JfrDecoder.of(settings);
    MappingReader reader = new MappingReader(AttributeNaming.DOTTED, notes::add);
    for (JvmGadget gadget : JvmGadget.values()) {
      String file = "/gadgets/" + gadget.gadgetName() + "/gadget.yaml";
      try (InputStream in = JfrFileReader.class.getResourceAsStream(file)) {
        if (in == null) {
          throw new IOException(file + " is not in this program");
        }
        GadgetDescriptor descriptor = DescriptorLoader.load(file, in);
        for (DataSource source : gadget.dataSources()) {
          DataSource annotated =
              JvmGadget.withThreadAttributes(descriptor.annotate(source, notes::add));
          reader
              .read(annotated, descriptor.parameterValues(interval(gadget, settings)))
              .ifPresent(mapping -> mappings.put(source, mapping));
        }
      }
    }
  }

  /** What one sample of that gadget stands for, as its descriptor's parameter. */
  private static Map<String, String> interval(JvmGadget gadget, JfrSettings settings) {
    return switch (gadget) {
      case CPU -> Map.of(INTERVAL, Long.toString(settings.cpuIntervalNanos()));
      case WALL -> Map.of(INTERVAL, Long.toString(settings.wallIntervalNanos()));
      case LIVE -> Map.of(INTERVAL, Long.toString(settings.allocIntervalBytes()));
      case ALLOC, LOCK, NATIVEMEM -> Map.of();
    };
  }

  static ReadProfile read(byte[] bytes) throws InputException {
    long size = bytes.length < HEADER_BYTES ? 0 : ByteBuffer.wrap(bytes).getLong(SIZE_OFFSET);
    if (size < HEADER_BYTES || size > bytes.length) {
      throw InputException.malformed(0, "recording without a finished chunk");
    }
    try {
      JfrSettings.Builder settings =
          RecordedSettings.of(JfrChunk.of(0, ByteBuffer.wrap(bytes, 0, (int) size)))
              .applyTo(JfrSettings.builder())
              .names(JfrSettings.Names.VERBATIM)
              .excludedThreadPrefixes(List.of());
      return new JfrFileReader(settings.build()).run(bytes);
    } catch (JfrException e) {
      throw broken(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String words(JfrReason reason) {
    return switch (reason) {
      case AGENT_THREAD -> "of the agent's threads were left out";
      case NOT_CHOSEN -> "were waits for monitors for which others stand, and left out";
      case BELOW_THRESHOLD -> "below the lock threshold were left out";
      case CONDITION_WAIT -> "were waits for a signal, which are no contention, and left out";
      case INVALID_VALUE -> "had a negative or absurd value and were left out";
      case OTHER_KIND -> "were a second estimate of the same allocations and left out";
      case MISSING_STACK -> "have no stack";
      case TRUNCATED_STACK -> "have a stack that was cut; its root is [truncated]";
      case UNLOADED_METHOD -> "have a frame whose class was unloaded";
      case STORAGE_OVERFLOW -> "lost their stack to the profiler's memory limit";
    };
  }

  private static InputException broken(JfrException e) {
    return InputException.malformed(-1, String.valueOf(e.getMessage()));
  }

  private ReadProfile run(byte[] bytes) throws InputException {
    int position = 0;
    while (bytes.length - position >= HEADER_BYTES) {
      long size = ByteBuffer.wrap(bytes).getLong(position + SIZE_OFFSET);
      if (size < HEADER_BYTES || size > bytes.length - position) {
        notes.add("the chunk at byte " + position + " is open or cut, and was left out");
        break;
      }
      add(position, ByteBuffer.wrap(bytes, position, (int) size).slice());
      position += (int) size;
    }
    counts.forEach((reason, count) -> notes.add(count + " samples " + words(reason)));
    ProfileWindow window = aggregator.closeWindow(startUnixNanos, endUnixNanos);
    return new ReadProfile.OfRecording("JFR", ProfileWindow.of(named(window)), notes);
  }

  /**
   * The aggregator's order is that of first records; CPU comes first for viewers of one profile.
   */
  private static List<Profile> named(ProfileWindow window) {
    List<Profile> ordered = new ArrayList<>(window.profiles());
    ordered.sort(
        (a, b) ->
            Boolean.compare(
                b.type().periodType().equals("cpu"), a.type().periodType().equals("cpu")));
    return ordered;
  }

  private void add(int position, ByteBuffer chunk) throws InputException {
    try {
      JfrRecords records = decoder.decode(JfrChunk.of(position, chunk));
      for (RecordBatch batch : records.batches()) {
        SampleMapping mapping = mappings.get(batch.dataSource());
        if (mapping != null) {
          aggregator.add(mapping, batch);
        }
      }
      for (JfrReason reason : JfrReason.values()) {
        if (records.count(reason) > 0) {
          counts.merge(reason, records.count(reason), Long::sum);
        }
      }
      startUnixNanos = Math.min(startUnixNanos, records.startUnixNanos());
      endUnixNanos = Math.max(endUnixNanos, records.endUnixNanos());
    } catch (JfrException e) {
      throw broken(e);
    }
  }
}
