package dev.plumbline.agent;

import dev.plumbline.agent.settings.LockWaits;
import dev.plumbline.agent.settings.Setting;
import dev.plumbline.agent.settings.Settings;
import dev.plumbline.descriptor.AnnotationOverrides;
import dev.plumbline.descriptor.DescriptorLoader;
import dev.plumbline.descriptor.GadgetDescriptor;
import dev.plumbline.gadget.Annotations;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.Field;
import dev.plumbline.jfr.JvmGadget;
import dev.plumbline.sampling.AttributeNaming;
import dev.plumbline.sampling.MappingReader;
import dev.plumbline.sampling.ProfileAnnotations;
import dev.plumbline.sampling.SampleMapping;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The mappings of the gadgets that record, from the descriptors that the agent carries. Confined to
 * the thread {@code plumbline-agent}.
 */
final class GadgetMappings {
  private static final String INTERVAL = "interval";
  private static final Annotations AS_ATTRIBUTE =
      Annotations.of(Map.of(ProfileAnnotations.SAMPLE_ATTRIBUTE, "true"));
  private static final List<String> THREAD_FIELDS = List.of("thread.name", "thread.id");

  private final Settings settings;
  private final AnnotationOverrides overrides;
  private final Consumer<String> warnings;
  private final Map<JvmGadget, GadgetDescriptor> descriptors = new HashMap<>();

  /**
   * @param overrides annotations that lie over the descriptors'
   * @param warnings gets one line for each thing that is asked for in vain
   */
  GadgetMappings(Settings settings, AnnotationOverrides overrides, Consumer<String> warnings) {
    this.settings = settings;
    this.overrides = overrides;
    this.warnings = warnings;
  }

  /** A data source with its gadget and what to read of it. */
  static final class Mapped {
    private final JvmGadget gadget;
    private final SampleMapping mapping;

    private Mapped(JvmGadget gadget, SampleMapping mapping) {
      this.gadget = gadget;
      this.mapping = mapping;
    }

    JvmGadget gadget() {
      return gadget;
    }

    SampleMapping mapping() {
      return mapping;
    }
  }

  /**
   * Of all gadgets that are switched on, CPU first.
   *
   * @param allocBytes bytes allocated between two samples now
   */
  List<Mapped> read(long allocBytes) {
    List<Mapped> mapped = new ArrayList<>();
    for (JvmGadget gadget : JvmGadget.values()) {
      long interval = interval(gadget, allocBytes);
      if (interval > 0) {
        GadgetDescriptor descriptor = descriptors.computeIfAbsent(gadget, GadgetMappings::load);
        for (DataSource dataSource : gadget.dataSources()) {
          mapping(descriptor, dataSource, interval)
              .ifPresent(mapping -> mapped.add(new Mapped(gadget, mapping)));
        }
      }
    }
    return mapped;
  }

  private Optional<SampleMapping> mapping(
      GadgetDescriptor descriptor, DataSource probe, long interval) {
    DataSource described = descriptor.annotate(probe, warnings);
    DataSource annotated =
        overrides.over(
            settings.flag(Setting.THREADS) ? withThreads(described) : described, warnings);
    Map<String, String> given =
        descriptor.parameter(INTERVAL) == null
            ? Map.of()
            : Map.of(INTERVAL, Long.toString(interval));
    AttributeNaming naming =
        settings.flag(Setting.OTEL_PROFILES_SANITIZE_LABELS)
            ? AttributeNaming.UNDERSCORED
            : AttributeNaming.DOTTED;
    return new MappingReader(naming, warnings).read(annotated, descriptor.parameterValues(given));
  }

  private static DataSource withThreads(DataSource dataSource) {
    List<Field> fields = new ArrayList<>();
    for (Field field : dataSource.fields()) {
      fields.add(THREAD_FIELDS.contains(field.fullName()) ? field.annotated(AS_ATTRIBUTE) : field);
    }
    return dataSource.annotated(dataSource.annotations(), fields);
  }

  /** Nanoseconds or bytes between two samples; 0 if the gadget is off. */
  private long interval(JvmGadget gadget, long allocBytes) {
    switch (gadget) {
      case CPU:
        return settings.number(Setting.CPU);
      case WALL:
        return settings.number(Setting.WALL);
      case ALLOC:
        return allocBytes;
      case LIVE:
        return settings.flag(Setting.LIVE) ? allocBytes : 0;
      case LOCK:
        return LockWaits.leastNanos(settings);
      case NATIVEMEM:
        return settings.number(Setting.NATIVEMEM);
      default:
        return 0;
    }
  }

  private static GadgetDescriptor load(JvmGadget gadget) {
    String file = "/gadgets/" + gadget.gadgetName() + "/gadget.yaml";
    try (InputStream in = GadgetMappings.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new FileNotFoundException("the agent jar lacks " + file);
      }
      return DescriptorLoader.load(file, in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
