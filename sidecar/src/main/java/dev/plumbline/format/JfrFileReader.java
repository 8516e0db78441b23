package dev.plumbline.format;

import dev.plumbline.descriptor.DescriptorLoader;
import dev.plumbline.descriptor.GadgetDescriptor;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.jfr.JfrDecoder;
import dev.plumbline.jfr.JfrRecords;
import dev.plumbline.jfr.JfrSettings;
import dev.plumbline.jfr.JvmGadget;
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

  private final IdentityHashMap<DataSource, SampleMapping> mappings = new IdentityHashMap<>();
  private final SampleAggregator aggregator =
      SampleAggregator.builder(Resource.of(Attributes.EMPTY), Scope.of("", ""))
          .maxSamples(10_000_000)
          .build();
  private final JfrDecoder decoder =
      JfrDecoder.of(
          JfrSettings.builder().names(JfrSettings.Names.VERBATIM).excludedThreadPrefix("").build());
  private final List<String> notes = new ArrayList<>();
  private long startUnixNanos = Long.MAX_VALUE;
  private long endUnixNanos;

  private JfrFileReader() throws IOException {
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
              .read(annotated, descriptor.parameterValues(Map.of()))
              .ifPresent(mapping -> mappings.put(source, mapping));
        }
      }
    }
  }

  static ReadProfile read(byte[] bytes) throws InputException {
    try {
      return new JfrFileReader().run(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
    if (startUnixNanos == Long.MAX_VALUE) {
      throw InputException.malformed(position, "recording without a finished chunk");
    }
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
      startUnixNanos = Math.min(startUnixNanos, records.startUnixNanos());
      endUnixNanos = Math.max(endUnixNanos, records.endUnixNanos());
    } catch (JfrException e) {
      throw InputException.malformed(-1, "recording is broken: " + e.getMessage());
    }
  }
}
