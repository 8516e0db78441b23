package dev.plumbline.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.descriptor.DataSourceDescriptor;
import dev.plumbline.descriptor.DescriptorLoader;
import dev.plumbline.descriptor.GadgetDescriptor;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.jfr.chunk.JfrChunk;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileType.Accumulation;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.Scope;
import dev.plumbline.sampling.AttributeNaming;
import dev.plumbline.sampling.MappingReader;
import dev.plumbline.sampling.SampleAggregator;
import dev.plumbline.sampling.SampleMapping;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The shipped descriptors over the data sources that the decoder fills. */
class JvmDescriptorsTest {
  private final List<String> warnings = new ArrayList<>();

  @ParameterizedTest
  @EnumSource(JvmGadget.class)
  void descriptor_namesExactlyTheDataSourcesAndFieldsOfTheDecoder(JvmGadget gadget)
      throws Exception {
    GadgetDescriptor descriptor = descriptor(gadget);
    assertThat(descriptor.name()).isEqualTo(gadget.gadgetName());
    assertThat(descriptor.dataSources())
        .extracting(DataSourceDescriptor::name)
        .containsExactlyElementsOf(
            gadget.dataSources().stream().map(DataSource::name).collect(Collectors.toList()));
    for (DataSource source : gadget.dataSources()) {
      descriptor.annotate(source, warnings::add);
    }
    assertThat(warnings).isEmpty();
  }

  @Test
  void profileTypes_areThoseThatReceiversName() throws Exception {
    assertThat(types(JvmGadget.CPU)).containsExactly("samples/count per 10000000 cpu/nanoseconds");
    assertThat(types(JvmGadget.WALL))
        .containsExactly("wall/nanoseconds per 100000000 wall/nanoseconds");
    assertThat(types(JvmGadget.ALLOC))
        .containsExactly(
            "alloc_objects/count per 4194304 memory/bytes",
            "alloc_space/bytes per 4194304 memory/bytes");
    assertThat(types(JvmGadget.LIVE))
        .containsExactly(
            "inuse_objects/count per 4194304 memory/bytes",
            "inuse_space/bytes per 4194304 memory/bytes");
    assertThat(types(JvmGadget.LOCK))
        .containsExactly(
            "contentions/count per 1 mutex/count",
            "delay/nanoseconds per 1 mutex/count",
            "contentions/count per 1 block/count",
            "delay/nanoseconds per 1 block/count");
    assertThat(types(JvmGadget.NATIVEMEM))
        .containsExactly(
            "malloc_objects/count per 1 memory/bytes", "malloc_bytes/bytes per 1 memory/bytes");
  }

  @Test
  void onlyLiveObjects_areAStock() throws Exception {
    for (JvmGadget gadget : JvmGadget.values()) {
      Accumulation expected = gadget == JvmGadget.LIVE ? Accumulation.STOCK : Accumulation.FLOW;
      for (DataSource source : gadget.dataSources()) {
        assertThat(mapping(gadget, source).profileType().accumulation()).isEqualTo(expected);
      }
    }
  }

  @Test
  void samples_carryTheClassAndOnlyIfAskedTheThread() throws Exception {
    List<Sample> samples = samples(JvmGadget.ALLOC, false);
    assertThat(samples)
        .isNotEmpty()
        .allSatisfy(sample -> assertThat(keys(sample)).containsExactly("object.class"));
    assertThat(samples).extracting(s -> s.attributes().string("object.class")).contains("byte[]");
    assertThat(samples(JvmGadget.ALLOC, true))
        .anySatisfy(
            sample ->
                assertThat(keys(sample))
                    .containsExactly("object.class", "thread.id", "thread.name"));
  }

  private static List<String> keys(Sample sample) {
    return sample.attributes().asList().stream().map(a -> a.key()).collect(Collectors.toList());
  }

  private List<Sample> samples(JvmGadget gadget, boolean withThreads) throws Exception {
    SampleAggregator aggregator =
        SampleAggregator.builder(Resource.of(Attributes.EMPTY), Scope.of("test", "1")).build();
    JfrRecords records =
        JfrDecoder.of(JfrSettings.builder().build()).decode(JfrChunk.of(0, storedChunk()));
    for (RecordBatch batch : records.batches(gadget)) {
      DataSource annotated = descriptor(gadget).annotate(batch.dataSource(), warnings::add);
      aggregator.add(
          read(gadget, withThreads ? JvmGadget.withThreadAttributes(annotated) : annotated), batch);
    }
    return aggregator
        .closeWindow(records.startUnixNanos(), records.endUnixNanos())
        .profiles()
        .stream()
        .map(Profile::samples)
        .flatMap(List::stream)
        .collect(Collectors.toList());
  }

  private List<String> types(JvmGadget gadget) throws Exception {
    List<String> types = new ArrayList<>();
    for (DataSource source : gadget.dataSources()) {
      ProfileType type = mapping(gadget, source).profileType();
      types.add(type.toString());
    }
    return types;
  }

  private SampleMapping mapping(JvmGadget gadget, DataSource source) throws Exception {
    return read(gadget, descriptor(gadget).annotate(source, warnings::add));
  }

  private SampleMapping read(JvmGadget gadget, DataSource annotated) throws Exception {
    SampleMapping mapping =
        new MappingReader(AttributeNaming.DOTTED, warnings::add)
            .read(annotated, descriptor(gadget).parameterValues(Map.of()))
            .orElseThrow();
    assertThat(warnings).isEmpty();
    return mapping;
  }

  private static GadgetDescriptor descriptor(JvmGadget gadget) throws Exception {
    String file = "/gadgets/" + gadget.gadgetName() + "/gadget.yaml";
    try (InputStream in = JvmGadget.class.getResourceAsStream(file)) {
      return DescriptorLoader.load(file, in);
    }
  }

  private static ByteBuffer storedChunk() throws Exception {
    try (InputStream in = JvmDescriptorsTest.class.getResourceAsStream("every-kind.jfr")) {
      ByteBuffer bytes = ByteBuffer.wrap(in.readAllBytes());
      bytes.limit((int) bytes.getLong(8));
      return bytes;
    }
  }
}
