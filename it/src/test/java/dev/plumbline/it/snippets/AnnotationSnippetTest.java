package dev.plumbline.it.snippets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.descriptor.AnnotationOverrides;
import dev.plumbline.descriptor.DescriptorLoader;
import dev.plumbline.gadget.Annotations;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.DataSource.Arrival;
import dev.plumbline.gadget.Field;
import dev.plumbline.gadget.FieldKind;
import dev.plumbline.gadget.RowsBatch;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Link;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.Scope;
import dev.plumbline.sampling.AttributeNaming;
import dev.plumbline.sampling.MappingException;
import dev.plumbline.sampling.MappingReader;
import dev.plumbline.sampling.SampleAggregator;
import dev.plumbline.sampling.SampleMapping;
import dev.plumbline.sampling.StackText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The block of annotations in ig's page on exporting profiles, as it stands, over the data source
 * that ig's {@code profile_cpu} has.
 */
class AnnotationSnippetTest {
  private static final DataSource PROFILE_CPU =
      DataSource.of(
          "samples",
          Arrival.ARRAY,
          Annotations.EMPTY,
          List.of(
              Field.of("kern_stack", FieldKind.STRING),
              Field.of("user_stack_raw.symbols", FieldKind.STRING),
              Field.of("proc.comm", FieldKind.CSTRING),
              Field.of("runtime.containerName", FieldKind.STRING),
              Field.of("k8s.podName", FieldKind.STRING),
              Field.of("k8s_podName", FieldKind.STRING),
              Field.of("samples", FieldKind.UINT64)));

  private final List<String> warnings = new ArrayList<>();

  private DataSource annotated() throws IOException {
    Path file = Snippets.annotations();
    return DescriptorLoader.load(file.toString(), Files.readAllBytes(file))
        .annotate(PROFILE_CPU, warnings::add);
  }

  private Profile profile(AttributeNaming naming) throws IOException {
    SampleMapping mapping =
        new MappingReader(naming, warnings::add).read(annotated(), Map.of()).orElseThrow();
    SampleAggregator aggregator =
        SampleAggregator.builder(Resource.of(Attributes.EMPTY), Scope.of("plumbline", "1")).build();
    aggregator.add(
        mapping,
        new RowsBatch(PROFILE_CPU, 20)
            .row("k1; k2; ", "main; ", "cat", "mycontainer", "", "", 3)
            .row("k1; k2; ", "other; ", "cat", "mycontainer", "", "", 4)
            .row("k1; k2; ", "main; ", "sh", "", "", "", 1));
    ProfileWindow window = aggregator.closeWindow(10, 20);
    assertThat(window.profiles()).hasSize(1);
    return window.profiles().get(0);
  }

  @Test
  void block_readsTheKernelStackTheCountAndTwoAttributes() throws IOException {
    Profile profile = profile(AttributeNaming.DOTTED);
    assertThat(profile.type()).isEqualTo(ProfileType.builder("samples", "count").build());
    assertThat(profile.samples())
        .containsExactly(
            Sample.of(
                StackText.parse("k1; k2", FrameType.KERNEL),
                Attributes.of(
                    Attribute.of("proc.comm", "cat"),
                    Attribute.of("runtime.containerName", "mycontainer")),
                Link.NONE,
                7),
            Sample.of(
                StackText.parse("k1; k2", FrameType.KERNEL),
                Attributes.of(Attribute.of("proc.comm", "sh")),
                Link.NONE,
                1));
    assertThat(warnings).isEmpty();
  }

  @Test
  void block_withSanitizedLabels_hasUnderscores() throws IOException {
    assertThat(profile(AttributeNaming.UNDERSCORED).samples().get(0).attributes())
        .extracting(Attribute::key)
        .containsExactly("proc_comm", "runtime_containerName");
  }

  @Test
  void block_withTheCollisionOfThePage_isRefusedWithSanitizedLabelsOnly() throws IOException {
    DataSource both =
        AnnotationOverrides.parse(
                "samples.k8s.podName:profiles.sample-attribute=true,"
                    + "samples.k8s_podName:profiles.sample-attribute=true")
            .over(annotated(), warnings::add);
    assertThat(new MappingReader(AttributeNaming.DOTTED, warnings::add).read(both, Map.of()))
        .isPresent();
    assertThatThrownBy(
            () ->
                new MappingReader(AttributeNaming.UNDERSCORED, warnings::add).read(both, Map.of()))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("\"k8s.podName\" and \"k8s_podName\"");
    assertThat(warnings).isEmpty();
  }

  @Test
  void annotate_atRunTime_liesOverTheBlock() throws IOException {
    DataSource overridden =
        AnnotationOverrides.parse(
                "samples:profiles.stack-fields=kern_stack\\,user_stack_raw.symbols,"
                    + "samples.proc.comm:profiles.sample-attribute=false")
            .over(annotated(), warnings::add);
    SampleMapping mapping =
        new MappingReader(AttributeNaming.DOTTED, warnings::add)
            .read(overridden, Map.of())
            .orElseThrow();
    SampleAggregator aggregator =
        SampleAggregator.builder(Resource.of(Attributes.EMPTY), Scope.of("plumbline", "1")).build();
    aggregator.add(
        mapping, new RowsBatch(PROFILE_CPU, 20).row("k1; ", "main; ", "cat", "", "", "", 3));
    Sample sample = aggregator.closeWindow(10, 20).profiles().get(0).samples().get(0);
    assertThat(sample.stackTrace())
        .isEqualTo(
            StackText.parse("k1", FrameType.KERNEL)
                .calledFrom(StackText.parse("main", FrameType.NATIVE)));
    assertThat(sample.attributes().isEmpty()).isTrue();
  }
}
