package dev.plumbline.selfprofile;

import dev.plumbline.descriptor.DescriptorException;
import dev.plumbline.descriptor.DescriptorLoader;
import dev.plumbline.descriptor.GadgetDescriptor;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.jfr.JfrRecords;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;
import dev.plumbline.sampling.AttributeNaming;
import dev.plumbline.sampling.MappingReader;
import dev.plumbline.sampling.SampleAggregator;
import dev.plumbline.sampling.SampleMapping;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Records of a recording as the window that the gadget's descriptor makes of them. Stateless. */
final class RecordedWindow {
  private static final int MAX_SAMPLES = 50_000;

  private RecordedWindow() {}

  static ProfileWindow of(SelfProfile profile, List<JfrRecords> recorded) throws IOException {
    Map<String, SampleMapping> mappings = mappings(profile);
    SampleAggregator aggregator =
        SampleAggregator.builder(Resource.of(Attributes.EMPTY), Scope.of("plumbline", ""))
            .maxSamples(MAX_SAMPLES)
            .build();
    long start = Long.MAX_VALUE;
    long end = 0;
    for (JfrRecords records : recorded) {
      start = Math.min(start, records.startUnixNanos());
      end = Math.max(end, records.endUnixNanos());
      for (RecordBatch batch : records.batches(profile.gadget())) {
        SampleMapping mapping = mappings.get(batch.dataSource().name());
        if (mapping != null) {
          aggregator.add(mapping, batch);
        }
      }
    }
    return aggregator.closeWindow(Math.min(start, end), Math.max(end, 1));
  }

  /** What a profile holds, in the order of the gadget's data sources. */
  static List<ProfileType> types(SelfProfile profile) throws IOException {
    Map<String, SampleMapping> mappings = mappings(profile);
    return profile.gadget().dataSources().stream()
        .map(dataSource -> mappings.get(dataSource.name()))
        .filter(Objects::nonNull)
        .map(SampleMapping::profileType)
        .toList();
  }

  private static Map<String, SampleMapping> mappings(SelfProfile profile) throws IOException {
    GadgetDescriptor descriptor = descriptor(profile.gadget().gadgetName());
    Map<String, String> parameters =
        profile == SelfProfile.PROFILE
            ? Map.of("interval", Long.toString(FlightRecording.CPU_INTERVAL.toNanos()))
            : Map.of();
    MappingReader reader = new MappingReader(AttributeNaming.DOTTED, warning -> {});
    Map<String, SampleMapping> mappings = new HashMap<>();
    for (DataSource dataSource : profile.gadget().dataSources()) {
      if (profile.has(dataSource.name())) {
        try {
          reader
              .read(
                  descriptor.annotate(dataSource, warning -> {}),
                  descriptor.parameterValues(parameters))
              .ifPresent(mapping -> mappings.put(dataSource.name(), mapping));
        } catch (DescriptorException e) {
          throw new IOException("descriptor of " + profile.gadget().gadgetName(), e);
        }
      }
    }
    return mappings;
  }

  private static GadgetDescriptor descriptor(String gadget) throws IOException {
    String resource = "/gadgets/" + gadget + "/gadget.yaml";
    try (InputStream in = RecordedWindow.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("no resource " + resource);
      }
      return DescriptorLoader.load(resource, in);
    } catch (DescriptorException e) {
      throw new IOException("descriptor of " + gadget, e);
    }
  }
}
