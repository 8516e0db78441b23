package dev.plumbline.sampling;

import static dev.plumbline.gadget.FieldKind.BOOL;
import static dev.plumbline.gadget.FieldKind.FLOAT64;
import static dev.plumbline.gadget.FieldKind.INT64;
import static dev.plumbline.gadget.FieldKind.STACK;
import static dev.plumbline.gadget.FieldKind.STRING;
import static dev.plumbline.gadget.FieldKind.UINT64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.plumbline.gadget.DataSource.Arrival;
import dev.plumbline.gadget.FieldKind;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.gadget.RowsBatch;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Link;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.Scope;
import dev.plumbline.profile.StackTrace;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SampleAggregatorTest {
  private static final Resource RESOURCE =
      Resource.of(Attributes.of(Attribute.of(Resource.SERVICE_NAME, "demo")));
  private static final Scope SCOPE = Scope.of("plumbline", "1");
  private static final long T0 = 1_000_000_000_000L;
  private static final long T1 = T0 + 10_000_000_000L;

  private final SampleAggregator aggregator = SampleAggregator.builder(RESOURCE, SCOPE).build();

  private static DataSources source(String name) {
    return DataSources.named(name)
        .annotation("profiles.stack-fields", "stack")
        .annotation("profiles.value-field", "value")
        .field("stack", STACK)
        .field("value", INT64);
  }

  private static StackTrace stack(String... names) {
    return StackTrace.of(
        Arrays.stream(names).map(name -> Frame.named(name, FrameType.JVM)).toArray(Frame[]::new));
  }

  private static RowsBatch batch(SampleMapping mapping) {
    return new RowsBatch(mapping.dataSource(), T1);
  }

  private Profile onlyProfile() {
    ProfileWindow window = aggregator.closeWindow(T0, T1);
    assertThat(window.profiles()).hasSize(1);
    return window.profiles().get(0);
  }

  private static Attributes attributes(Attribute... attributes) {
    return Attributes.of(attributes);
  }

  @Test
  void equalStacks_areMergedAcrossBatches() {
    SampleMapping mapping = source("samples").mapping();
    aggregator.add(mapping, batch(mapping).row(stack("a", "b"), 1).row(stack("c"), 5));
    aggregator.add(mapping, batch(mapping).row(stack("a", "b"), 2));
    Profile profile = onlyProfile();
    assertThat(profile.samples())
        .containsExactly(Sample.of(stack("a", "b"), 3), Sample.of(stack("c"), 5));
    assertThat(profile.resource()).isEqualTo(RESOURCE);
    assertThat(profile.scope()).isEqualTo(SCOPE);
    assertThat(profile.type()).isEqualTo(mapping.profileType());
    assertThat(profile.startUnixNanos()).isEqualTo(T0);
    assertThat(profile.durationNanos()).isEqualTo(T1 - T0);
  }

  @Test
  void singleRecords_aggregateToo() {
    SampleMapping mapping = source("malloc").arrival(Arrival.SINGLE).mapping();
    for (int i = 0; i < 3; i++) {
      aggregator.add(mapping, batch(mapping).row(stack("a"), 7));
    }
    assertThat(onlyProfile().samples()).containsExactly(Sample.of(stack("a"), 21));
  }

  @Test
  void textStacks_areJoinedLeafToRootWithoutEmptyFrames() {
    SampleMapping mapping =
        DataSources.named("samples")
            .annotation("profiles.stack-fields", "kern_stack,user_stack_raw.symbols")
            .annotation("profiles.value-field", "samples")
            .field("samples", UINT64)
            .field("user_stack_raw.symbols", STRING)
            .field("kern_stack", STRING)
            .mapping();
    aggregator.add(
        mapping,
        batch(mapping)
            .row(2, "u1; u2; ", "k1; k2; ")
            .row(1, "", "k1; k2; ")
            .row(4, "u1; u2", "")
            .row(3, "u1; u2", "[0]k1; [1]k2"));
    StackTrace kernel = StackText.parse("k1; k2", FrameType.KERNEL);
    StackTrace user = StackText.parse("u1; u2", FrameType.NATIVE);
    assertThat(onlyProfile().samples())
        .containsExactly(
            Sample.of(kernel.calledFrom(user), 5), Sample.of(kernel, 1), Sample.of(user, 4));
  }

  @Test
  void emptyStack_getsASyntheticFrame() {
    SampleMapping mapping = source("samples").mapping();
    aggregator.add(mapping, batch(mapping).row(StackTrace.EMPTY, 2).row(StackTrace.EMPTY, 1));
    assertThat(onlyProfile().samples()).containsExactly(Sample.of(StackReader.NO_STACK, 3));
  }

  @Test
  void attribute_thatARecordDoesNotHave_isLeftOut() {
    SampleMapping mapping =
        source("samples").field("id", INT64, "profiles.sample-attribute", "true").mapping();
    aggregator.add(
        mapping,
        batch(mapping).row(stack("a"), 1, 0L).row(stack("a"), 2, null).row(stack("a"), 3, null));
    assertThat(onlyProfile().samples())
        .containsExactly(
            Sample.of(stack("a"), attributes(Attribute.of("id", 0L)), Link.NONE, 1),
            Sample.of(stack("a"), 5));
  }

  @Test
  void attributes_ofAllKinds_splitSamples() {
    SampleMapping mapping =
        source("samples")
            .field("proc.comm", STRING, "profiles.sample-attribute", "true")
            .field("id", UINT64, "profiles.sample-attribute", "true")
            .field("load", FLOAT64, "profiles.sample-attribute", "true")
            .field("host", BOOL, "profiles.sample-attribute", "true")
            .mapping();
    aggregator.add(
        mapping,
        batch(mapping)
            .row(stack("a"), 1, "java", -1L, 0.5, true)
            .row(stack("a"), 1, "java", -1L, 0.5, true)
            .row(stack("a"), 1, "", 7L, 0.0, false));
    assertThat(onlyProfile().samples())
        .containsExactly(
            Sample.of(
                stack("a"),
                attributes(
                    Attribute.of("proc.comm", "java"),
                    Attribute.of("id", -1L),
                    Attribute.of("load", 0.5),
                    Attribute.of("host", true)),
                Link.NONE,
                2),
            Sample.of(
                stack("a"),
                attributes(
                    Attribute.of("id", 7L), Attribute.of("load", 0.0), Attribute.of("host", false)),
                Link.NONE,
                1));
  }

  @Test
  void resourceAttributes_splitProfilesAndLieOverTheBase() {
    SampleMapping mapping =
        source("samples")
            .field("pod", STRING, "profiles.resource-attribute", "service.name")
            .mapping();
    aggregator.add(
        mapping,
        batch(mapping)
            .row(stack("a"), 1, "shop")
            .row(stack("a"), 2, "")
            .row(stack("a"), 3, "shop"));
    ProfileWindow window = aggregator.closeWindow(T0, T1);
    assertThat(window.profiles())
        .extracting(profile -> profile.resource().serviceName() + "=" + profile.total())
        .containsExactly("shop=4", "demo=2");
  }

  @Test
  void attributeCombinations_beyondTheCache_areStillRight() {
    SampleMapping mapping =
        source("samples").field("id", INT64, "profiles.sample-attribute", "true").mapping();
    RowsBatch batch = batch(mapping);
    for (int round = 0; round < 2; round++) {
      for (int id = 0; id < AttributeReader.MAX_CACHED + 10; id++) {
        batch.row(stack("a"), 1, id);
      }
    }
    aggregator.add(mapping, batch);
    Profile profile = onlyProfile();
    assertThat(profile.samples()).hasSize(AttributeReader.MAX_CACHED + 10);
    assertThat(profile.samples()).allSatisfy(sample -> assertThat(sample.value()).isEqualTo(2));
  }

  @Test
  void links_splitSamples() {
    SampleMapping mapping =
        source("samples")
            .field("trace", STRING, "profiles.link", "trace-id")
            .field("span", UINT64, "profiles.link", "span-id")
            .mapping();
    String trace = "0123456789abcdef0000000000000001";
    aggregator.add(
        mapping,
        batch(mapping)
            .row(stack("a"), 1, trace, 9L)
            .row(stack("a"), 1, trace, 9L)
            .row(stack("a"), 1, "", 0L)
            .row(stack("a"), 1, trace, 0L)
            .row(stack("a"), 1, "xyz", 9L)
            .row(stack("a"), 1, "g123456789abcdef0000000000000001", 9L));
    assertThat(onlyProfile().samples())
        .containsExactly(
            Sample.of(stack("a"), Attributes.EMPTY, Link.of(0x0123456789abcdefL, 1, 9), 2),
            Sample.of(stack("a"), 4));
    assertThat(aggregator.accounts().malformedLinks()).isEqualTo(3);
  }

  @Test
  void links_ofTwoWordsAndText_areRead() {
    SampleMapping mapping =
        source("samples")
            .field("high", UINT64, "profiles.link", "trace-id")
            .field("low", UINT64, "profiles.link", "trace-id")
            .field("span", STRING, "profiles.link", "span-id")
            .mapping();
    aggregator.add(mapping, batch(mapping).row(stack("a"), 1, -2L, 3L, "ffffffffffffffff"));
    assertThat(onlyProfile().samples().get(0).link()).isEqualTo(Link.of(-2L, 3L, -1L));
  }

  @Test
  void values_unsignedAboveTheLargestLong_areThatLong() {
    for (FieldKind kind : new FieldKind[] {UINT64, INT64}) {
      SampleMapping mapping =
          DataSources.named("samples")
              .annotation("profiles.stack-fields", "stack")
              .annotation("profiles.value-field", "value")
              .field("stack", STACK)
              .field("value", kind)
              .mapping();
      aggregator.add(mapping, batch(mapping).row(stack("a"), -5L));
    }
    assertThat(onlyProfile().samples()).containsExactly(Sample.of(stack("a"), Long.MAX_VALUE));
    assertThat(aggregator.accounts().dropped(DropReason.NEGATIVE_VALUE)).isEqualTo(1);
  }

  @Test
  void sums_beyondTheLargestLong_stayThere() {
    SampleMapping mapping = source("samples").mapping();
    aggregator.add(
        mapping, batch(mapping).row(stack("a"), Long.MAX_VALUE).row(stack("a"), Long.MAX_VALUE));
    assertThat(onlyProfile().total()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void window_withoutValues_isEmpty() {
    assertThat(aggregator.closeWindow(T0, T1).isEmpty()).isTrue();
    SampleMapping mapping = source("samples").mapping();
    aggregator.add(mapping, batch(mapping));
    aggregator.add(mapping, batch(mapping).row(stack("a"), 0));
    assertThat(aggregator.closeWindow(T0, T1).isEmpty()).isTrue();
    assertThat(aggregator.accounts().dropped(DropReason.ZERO_VALUE)).isEqualTo(1);
  }

  @Test
  void window_afterAnother_startsEmpty() {
    SampleMapping mapping = source("samples").mapping();
    aggregator.add(mapping, batch(mapping).row(stack("a"), 1));
    aggregator.closeWindow(T0, T1);
    aggregator.add(mapping, batch(mapping).row(stack("a"), 2));
    assertThat(onlyProfile().samples()).containsExactly(Sample.of(stack("a"), 2));
    assertThat(aggregator.closeWindow(T0, T1).isEmpty()).isTrue();
  }

  @Test
  void window_thatIsFullInBytes_leavesTheRestToTheCaller() {
    SampleMapping mapping = source("samples").mapping();
    SampleAggregator small = SampleAggregator.builder(RESOURCE, SCOPE).maxBytes(300).build();
    RecordBatch batch =
        batch(mapping).row(stack("a"), 1).row(stack("b"), 2).row(stack("a"), 4).row(stack("c"), 8);
    assertThat(small.addUntilFull(mapping, batch, 0)).isEqualTo(3);
    assertThat(small.accounts().accepted()).isEqualTo(3);
    assertThat(small.accounts().dropped()).isZero();
    assertThat(small.closeWindow(T0, T1).profiles().get(0).total()).isEqualTo(7);
    assertThat(small.addUntilFull(mapping, batch, 3)).isEqualTo(4);
    assertThat(small.closeWindow(T0, T1).profiles().get(0).total()).isEqualTo(8);
  }

  @Test
  void window_thatIsFull_dropsNewSamplesAndKeepsAddingToOldOnes() {
    SampleAggregator small = SampleAggregator.builder(RESOURCE, SCOPE).maxSamples(2).build();
    SampleMapping mapping =
        source("samples")
            .field("host", STRING, "profiles.resource-attribute", "host.name")
            .mapping();
    small.add(
        mapping,
        batch(mapping)
            .row(stack("a"), 1, "h")
            .row(stack("b"), 1, "h")
            .row(stack("c"), 1, "h")
            .row(stack("a"), 1, "other")
            .row(stack("a"), 1, "h"));
    AggregatorAccounts accounts = small.accounts();
    assertThat(accounts.accepted()).isEqualTo(5);
    assertThat(accounts.held()).isEqualTo(3);
    assertThat(accounts.dropped(DropReason.WINDOW_FULL)).isEqualTo(2);
    ProfileWindow window = small.closeWindow(T0, T1);
    assertThat(window.profiles()).hasSize(1);
    assertThat(window.profiles().get(0).samples())
        .containsExactly(Sample.of(stack("a"), 2), Sample.of(stack("b"), 1));
    assertThat(small.accounts().inWindows()).isEqualTo(3);
  }

  @Test
  void dataSources_ofOneWindow_makeOneProfileEach() {
    SampleMapping objects =
        source("objects").annotation("profiles.type", "alloc_objects").mapping();
    SampleMapping space = source("space").annotation("profiles.type", "alloc_space").mapping();
    aggregator.add(space, batch(space).row(stack("a"), 4096));
    aggregator.add(objects, batch(objects).row(stack("a"), 2));
    ProfileWindow window = aggregator.closeWindow(T0, T1);
    assertThat(window.profiles())
        .extracting(profile -> profile.type().type() + "=" + profile.total())
        .containsExactly("alloc_space=4096", "alloc_objects=2");
  }

  @Test
  void stocks_ofSeveralMoments_areAveraged() {
    SampleMapping mapping = source("live").annotation("profiles.accumulation", "stock").mapping();
    RowsBatch early = new RowsBatch(mapping.dataSource(), T0 + 5);
    aggregator.add(mapping, early.row(stack("a"), 10).row(stack("a"), 20).row(stack("b"), 1));
    aggregator.add(mapping, new RowsBatch(mapping.dataSource(), T0 + 5).row(stack("a"), 5));
    aggregator.add(mapping, batch(mapping).row(stack("a"), 40).row(stack("c"), 1));
    assertThat(onlyProfile().samples())
        .containsExactly(
            Sample.of(stack("a"), 38), Sample.of(stack("b"), 1), Sample.of(stack("c"), 1));
  }

  @Test
  void batch_ofOtherFields_isRefused() {
    SampleMapping mapping = source("samples").mapping();
    SampleMapping other = source("samples").field("more", INT64).mapping();
    assertThatThrownBy(() -> aggregator.add(mapping, batch(other)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected fields of");
    aggregator.add(mapping, new RowsBatch(source("probe").build(), T1).row(stack("a"), 1));
    assertThat(onlyProfile().total()).isEqualTo(1);
  }

  @Test
  void closeWindow_ofNoDuration_isRefused() {
    assertThatThrownBy(() -> aggregator.closeWindow(T1, T1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> aggregator.closeWindow(0, T1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void samplesThatAreKnown_costNoAllocation() {
    SampleMapping mapping =
        source("samples")
            .field("proc.comm", STRING, "profiles.sample-attribute", "true")
            .field("host", STRING, "profiles.resource-attribute", "host.name")
            .mapping();
    RowsBatch batch = batch(mapping);
    for (int i = 0; i < 10_000; i++) {
      batch.row(stack("a", "b" + i % 100), 1, "c" + i % 3, "h" + i % 2);
    }
    aggregator.add(mapping, batch);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    aggregator.add(mapping, batch);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(allocated).isLessThan(10_000);
  }
}
