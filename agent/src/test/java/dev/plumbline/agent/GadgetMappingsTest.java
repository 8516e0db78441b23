package dev.plumbline.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.agent.settings.AgentArguments;
import dev.plumbline.agent.settings.Settings;
import dev.plumbline.descriptor.AnnotationOverrides;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GadgetMappingsTest {
  private final List<String> warnings = new ArrayList<>();

  private List<String> types(String arguments, long allocBytes) {
    Settings settings =
        Settings.read(AgentArguments.parse(arguments), name -> null, Map.of(), null);
    List<String> types = new ArrayList<>();
    new GadgetMappings(settings, AnnotationOverrides.NONE, warnings::add)
        .read(allocBytes)
        .forEach(mapped -> types.add(mapped.mapping().profileType().toString()));
    return types;
  }

  @Test
  void default_gadgets_have_the_types_that_receivers_name() {
    assertThat(types("", 4 << 20))
        .containsExactly(
            "samples/count per 10000000 cpu/nanoseconds",
            "alloc_objects/count per 4194304 memory/bytes",
            "alloc_space/bytes per 4194304 memory/bytes",
            "contentions/count per 1 mutex/count",
            "delay/nanoseconds per 1 mutex/count",
            "contentions/count per 1 block/count",
            "delay/nanoseconds per 1 block/count");
    assertThat(warnings).isEmpty();
  }

  @Test
  void gadget_that_is_off_has_no_mapping() {
    assertThat(types("cpu=off,lock=off,wall=20ms", 0))
        .containsExactly("wall/nanoseconds per 20000000 wall/nanoseconds");
  }

  @Test
  void live_objects_and_native_memory_are_there_when_asked_for() {
    assertThat(types("cpu=off,lock=off,live=true,nativemem=1m", 4 << 20))
        .anySatisfy(type -> assertThat(type).startsWith("inuse_space/bytes"))
        .anySatisfy(type -> assertThat(type).startsWith("malloc_bytes/bytes per 1 memory/bytes"));
  }

  @Test
  void annotations_of_the_user_lie_over_those_of_the_gadget() {
    Settings settings =
        Settings.read(
            AgentArguments.parse("alloc=off,lock=off,otel-profiles-sanitize-labels=true"),
            name -> null,
            Map.of(),
            null);
    AnnotationOverrides overrides =
        AnnotationOverrides.parse(
            "samples:profiles.type=ticks,samples.thread.name:profiles.sample-attribute=true");

    assertThat(new GadgetMappings(settings, overrides, warnings::add).read(0))
        .singleElement()
        .satisfies(
            mapped -> {
              assertThat(mapped.mapping().profileType().type()).isEqualTo("ticks");
              assertThat(mapped.mapping().attributeNames()).contains("thread_name");
            });
    assertThat(warnings).isEmpty();
  }
}
