package dev.plumbline.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.gadget.FieldKind;
import dev.plumbline.gadget.RowsBatch;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Laws that hold for every sequence of records and windows. */
class SampleAggregatorPropertyTest {
  private static final SampleMapping MAPPING =
      DataSources.named("samples")
          .annotation("profiles.stack-fields", "stack")
          .annotation("profiles.value-field", "value")
          .field("stack", FieldKind.STACK)
          .field("value", FieldKind.INT64)
          .field("comm", FieldKind.STRING, "profiles.sample-attribute", "true")
          .field("host", FieldKind.STRING, "profiles.resource-attribute", "host.name")
          .field("traceHigh", FieldKind.UINT64, "profiles.link", "trace-id")
          .field("traceLow", FieldKind.UINT64, "profiles.link", "trace-id")
          .field("span", FieldKind.UINT64, "profiles.link", "span-id")
          .mapping();

  @Provide
  Arbitrary<List<Object[]>> rows() {
    Arbitrary<StackTrace> stacks =
        Arbitraries.of("a", "b", "c", "d")
            .list()
            .ofMaxSize(4)
            .map(
                names -> {
                  List<Frame> frames = new ArrayList<>();
                  names.forEach(name -> frames.add(Frame.named(name, FrameType.JVM)));
                  return StackTrace.of(frames);
                });
    return Combinators.combine(
            stacks,
            Arbitraries.longs().between(-2, 1000),
            Arbitraries.of("", "x", "y"),
            Arbitraries.of("", "h1", "h2"),
            Arbitraries.longs().between(0, 1))
        .as(
            (stack, value, comm, host, id) ->
                new Object[] {stack, value, comm, host, 0L, id, 2 * id})
        .list()
        .ofMaxSize(200);
  }

  private static List<ProfileWindow> windows(
      SampleAggregator aggregator, List<Object[]> rows, int rowsPerWindow) {
    List<ProfileWindow> windows = new ArrayList<>();
    for (int start = 0; start < rows.size(); start += rowsPerWindow) {
      RowsBatch batch = new RowsBatch(MAPPING.dataSource(), 100);
      rows.subList(start, Math.min(rows.size(), start + rowsPerWindow)).forEach(batch::row);
      aggregator.add(MAPPING, batch);
      AggregatorAccounts accounts = aggregator.accounts();
      assertThat(accounts.accepted())
          .isEqualTo(accounts.inWindows() + accounts.held() + accounts.dropped());
      windows.add(aggregator.closeWindow(10, 20));
    }
    return windows;
  }

  private static SampleAggregator aggregator(int maxSamples) {
    return SampleAggregator.builder(Resource.of(Attributes.EMPTY), Scope.of("test", "1"))
        .maxSamples(maxSamples)
        .build();
  }

  @Property(tries = 200)
  void everyRecord_isInAWindowOrCountedAsDropped(
      @ForAll("rows") List<Object[]> rows,
      @ForAll @IntRange(min = 1, max = 50) int rowsPerWindow,
      @ForAll @IntRange(min = 1, max = 40) int maxSamples) {
    SampleAggregator aggregator = aggregator(maxSamples);
    List<ProfileWindow> windows = windows(aggregator, rows, rowsPerWindow);
    AggregatorAccounts accounts = aggregator.accounts();
    assertThat(accounts.accepted()).isEqualTo(rows.size());
    assertThat(accounts.held()).isZero();
    assertThat(accounts.inWindows() + accounts.dropped()).isEqualTo(rows.size());
    assertThat(accounts.dropped(DropReason.ZERO_VALUE))
        .isEqualTo(rows.stream().filter(row -> (Long) row[1] == 0).count());
    assertThat(windows)
        .allSatisfy(window -> assertThat(window.sampleCount()).isLessThanOrEqualTo(maxSamples));
  }

  @Property(tries = 200)
  void values_areThoseOfANaiveSum(
      @ForAll("rows") List<Object[]> rows, @ForAll @IntRange(min = 1, max = 50) int rowsPerWindow) {
    Map<List<Object>, Long> expected = new HashMap<>();
    for (Object[] row : rows) {
      if ((Long) row[1] > 0) {
        StackTrace stack = (StackTrace) row[0];
        expected.merge(
            List.of(stack.isEmpty() ? StackReader.NO_STACK : stack, row[2], row[3], row[5]),
            (Long) row[1],
            Long::sum);
      }
    }
    Map<List<Object>, Long> actual = new HashMap<>();
    for (ProfileWindow window : windows(aggregator(1000), rows, rowsPerWindow)) {
      for (Profile profile : window.profiles()) {
        String host = profile.resource().attributes().string("host.name");
        for (Sample sample : profile.samples()) {
          String comm = sample.attributes().string("comm");
          actual.merge(
              List.of(
                  sample.stackTrace(),
                  comm == null ? "" : comm,
                  host == null ? "" : host,
                  sample.link().traceIdLow()),
              sample.value(),
              Long::sum);
        }
      }
    }
    assertThat(actual).isEqualTo(expected);
  }

  @Property(tries = 100)
  void samples_ofAProfileAreDistinctAndProfilesToo(@ForAll("rows") List<Object[]> rows) {
    for (ProfileWindow window : windows(aggregator(1000), rows, 100)) {
      Set<Object> profiles = new HashSet<>();
      for (Profile profile : window.profiles()) {
        assertThat(profiles.add(List.of(profile.resource(), profile.type()))).isTrue();
        Set<Object> identities = new HashSet<>();
        for (Sample sample : profile.samples()) {
          assertThat(sample.value()).isPositive();
          assertThat(sample.stackTrace().isEmpty()).isFalse();
          assertThat(
                  identities.add(List.of(sample.stackTrace(), sample.attributes(), sample.link())))
              .isTrue();
          assertThat(sample.link().isNone() || !sample.link().equals(Link.NONE)).isTrue();
        }
      }
    }
  }

  @Property(tries = 100)
  void equalInput_makesEqualWindows(
      @ForAll("rows") List<Object[]> rows, @ForAll @IntRange(min = 1, max = 50) int rowsPerWindow) {
    assertThat(print(windows(aggregator(20), rows, rowsPerWindow)))
        .isEqualTo(print(windows(aggregator(20), rows, rowsPerWindow)));
  }

  private static List<String> print(List<ProfileWindow> windows) {
    List<String> lines = new ArrayList<>();
    for (ProfileWindow window : windows) {
      for (Profile profile : window.profiles()) {
        lines.add(profile.resource() + " " + profile.type() + " " + profile.samples());
      }
    }
    return lines;
  }
}
