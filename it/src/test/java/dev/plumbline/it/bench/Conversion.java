package dev.plumbline.it.bench;

import dev.plumbline.descriptor.DescriptorLoader;
import dev.plumbline.descriptor.GadgetDescriptor;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.gadget.Annotations;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.jfr.JfrDecoder;
import dev.plumbline.jfr.JfrRecords;
import dev.plumbline.jfr.JfrSettings;
import dev.plumbline.jfr.JvmGadget;
import dev.plumbline.jfr.chunk.JfrChunk;
import dev.plumbline.jfr.chunk.JfrException;
import dev.plumbline.otlp.OtlpEncoder;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;
import dev.plumbline.sampling.AttributeNaming;
import dev.plumbline.sampling.MappingReader;
import dev.plumbline.sampling.SampleAggregator;
import dev.plumbline.sampling.SampleMapping;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** All that becomes of one finished chunk up to the bytes that are sent: hops 2 to 5. */
public final class Conversion {
  private final JfrDecoder decoder = JfrDecoder.of(JfrSettings.builder().build());
  private final OtlpEncoder encoder = OtlpEncoder.builder(OtlpLevel.V1_10).build();
  private final Map<JvmGadget, List<SampleMapping>> mappings = new HashMap<>();

  private Conversion(Function<DataSource, DataSource> annotation) {
    for (JvmGadget gadget : JvmGadget.values()) {
      final List<SampleMapping> ofGadget = new ArrayList<>();
      final GadgetDescriptor descriptor = descriptor(gadget);
      for (DataSource dataSource : gadget.dataSources()) {
        new MappingReader(AttributeNaming.DOTTED, Conversion::refuse)
            .read(
                annotation.apply(descriptor.annotate(dataSource, Conversion::refuse)),
                descriptor.parameterValues(Map.of()))
            .ifPresent(ofGadget::add);
      }
      mappings.put(gadget, ofGadget);
    }
  }

  /** By default: samples of all threads are merged. */
  public static Conversion byDefault() {
    return new Conversion(Function.identity());
  }

  /** With a sample for each thread and stack. */
  public static Conversion withThreads() {
    return new Conversion(
        dataSource ->
            dataSource.annotated(
                dataSource.annotations(),
                dataSource.fields().stream()
                    .map(
                        field ->
                            field.fullName().equals("thread.name")
                                ? field.annotated(
                                    Annotations.of(Map.of("profiles.sample-attribute", "true")))
                                : field)
                    .collect(Collectors.toList())));
  }

  /** The requests of that chunk. */
  public List<ExportRequest> convert(ByteBuffer chunk) throws JfrException {
    final JfrRecords records = decoder.decode(JfrChunk.of(0, chunk));
    final SampleAggregator aggregator =
        SampleAggregator.builder(
                Resource.of(Attributes.of(Attribute.of(Resource.SERVICE_NAME, "bench"))),
                Scope.of("plumbline", "bench"))
            .build();
    mappings.forEach(
        (gadget, ofGadget) -> {
          for (RecordBatch batch : records.batches(gadget)) {
            for (SampleMapping mapping : ofGadget) {
              if (mapping.dataSource().name().equals(batch.dataSource().name())) {
                aggregator.add(mapping, batch);
              }
            }
          }
        });
    return encoder
        .encode(aggregator.closeWindow(records.startUnixNanos(), records.endUnixNanos()))
        .requests();
  }

  private static GadgetDescriptor descriptor(JvmGadget gadget) {
    final String file = "/gadgets/" + gadget.gadgetName() + "/gadget.yaml";
    try (InputStream in = Conversion.class.getResourceAsStream(file)) {
      return DescriptorLoader.load(file, in);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static void refuse(String warning) {
    throw new IllegalStateException(warning);
  }
}
