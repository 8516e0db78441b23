package dev.plumbline.merge;

import static dev.plumbline.store.Windows.CPU;
import static dev.plumbline.store.Windows.LIVE;
import static dev.plumbline.store.Windows.START_MILLIS;
import static dev.plumbline.store.Windows.cpu;
import static dev.plumbline.store.Windows.profile;
import static dev.plumbline.store.Windows.sample;
import static dev.plumbline.store.Windows.service;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.pattern.BadPatternException;
import dev.plumbline.pattern.BoundedPattern;
import dev.plumbline.pattern.ExpensivePatternException;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Sample;
import dev.plumbline.scan.Condition;
import dev.plumbline.scan.Condition.Operator;
import dev.plumbline.scan.Selection;
import dev.plumbline.store.segment.SeriesType;
import dev.plumbline.tree.FunctionTree;
import dev.plumbline.tree.TooLargeException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MergeRulesTest {
  private static final String STOCK = "inuse_space:bytes:memory:bytes:stock";

  private StoreUnderTest store;

  @BeforeEach
  void open() throws Exception {
    store = new StoreUnderTest();
  }

  @AfterEach
  void close() throws Exception {
    store.close();
  }

  private static Selection range(String type, long fromSeconds, long untilSeconds) {
    return new Selection(
        START_MILLIS + fromSeconds * 1000,
        START_MILLIS + untilSeconds * 1000,
        Set.of(),
        type,
        List.of());
  }

  private long total(String type, long fromSeconds, long untilSeconds) {
    FunctionTree tree = store.merge(range(type, fromSeconds, untilSeconds)).tree();
    return tree.shown(tree.total(0));
  }

  @Test
  void adjoining_ranges_add_up_in_every_view() throws Exception {
    for (int i = 0; i < 60; i++) {
      store.add(cpu("a", START_MILLIS + i * 10_000L, sample("main;f", i + 1)));
    }
    for (long[] cut : new long[][] {{0, 300, 600}, {5, 305, 600}, {0, 1, 2}, {10, 10, 20}}) {
      Selection first = range(SeriesType.CPU, cut[0], cut[1]);
      Selection second = range(SeriesType.CPU, cut[1], cut[2]);
      Selection both = range(SeriesType.CPU, cut[0], cut[2]);
      assertThat(graph(first) + graph(second)).isEqualTo(graph(both));
      for (Selection selection : List.of(first, second, both)) {
        StoreQuery query = store.query();
        assertThat(query.timeline(selection, 1000, null, 1).total()).isEqualTo(graph(selection));
        long download =
            query.export(selection, (r, a, s) -> true).merged().profiles().stream()
                .mapToLong(Profile::total)
                .sum();
        assertThat(download * CPU.period()).isEqualTo(graph(selection));
      }
    }
    assertThat(graph(range(SeriesType.CPU, 0, 300))).isEqualTo(10L * 30 * 31 / 2);
  }

  private long graph(Selection selection) {
    return store.merge(selection).tree().total(0);
  }

  @Test
  void stock_is_averaged_over_time_and_added_over_processes() throws Exception {
    for (int i = 0; i < 6; i++) {
      long start = START_MILLIS + i * 10_000L;
      store.add(
          ProfileWindow.of(
              List.of(
                  profile(service("a"), LIVE, start, sample("main;f", 600 + i)),
                  profile(service("b"), LIVE, start, sample("main;g", 100)))));
    }
    assertThat(total(STOCK, 0, 10)).isEqualTo(700);
    assertThat(total(STOCK, 0, 60)).isEqualTo(602 + 100);
    assertThat(store.merge(range(STOCK, 0, 60)).coveredMillis()).isEqualTo(60_000);
  }

  @Test
  void stock_of_processes_whose_windows_begin_apart_is_added_whole() throws Exception {
    for (int i = 0; i < 6; i++) {
      store.add(
          ProfileWindow.of(
              List.of(
                  profile(service("a"), LIVE, START_MILLIS + i * 10_000L, sample("main;f", 600)),
                  profile(
                      service("b"), LIVE, START_MILLIS + 3000 + i * 10_000L, sample("x", 100)))));
    }
    assertThat(total(STOCK, 0, 10)).isEqualTo(700);
    assertThat(total(STOCK, 0, 63)).isEqualTo(700);
  }

  @Test
  void stock_of_processes_one_after_the_other_is_not_added_up() throws Exception {
    for (int i = 0; i < 100; i++) {
      store.add(
          ProfileWindow.of(
              List.of(
                  profile(
                      service("job" + i), LIVE, START_MILLIS + i * 10_000L, sample("f", 1000)))));
    }
    assertThat(total(STOCK, 0, 1000)).isBetween(1000L, 1011L);
  }

  @Test
  void snapshots_of_a_moment_weigh_as_long_as_they_stand() throws Exception {
    for (int i = 0; i < 4; i++) {
      Profile snapshot =
          Profile.builder(service("a"), dev.plumbline.store.Windows.SCOPE, LIVE)
              .interval((START_MILLIS + i * 60_000L) * 1_000_000, 1)
              .samples(List.of(sample("f", 500)))
              .build();
      store.add(ProfileWindow.of(List.of(snapshot)));
    }
    assertThat(total(STOCK, 0, 240)).isEqualTo(500);
  }

  @Test
  void counted_samples_of_other_periods_are_cpu_time_that_adds_up() throws Exception {
    ProfileType other =
        ProfileType.builder("samples", "count").periodType("cpu", "nanoseconds").period(7).build();
    store.add(
        cpu("a", START_MILLIS, sample("f", 3)),
        ProfileWindow.of(List.of(profile(service("b"), other, START_MILLIS, sample("f", 2)))));
    assertThat(total(SeriesType.CPU, 0, 10)).isEqualTo(44);
  }

  @Test
  void counts_beside_their_cpu_time_are_not_counted_twice() throws Exception {
    ProfileType time =
        ProfileType.builder("cpu", "nanoseconds")
            .periodType("cpu", "nanoseconds")
            .period(10)
            .build();
    store.add(
        ProfileWindow.of(
            List.of(
                profile(service("a"), CPU, START_MILLIS, sample("f", 3)),
                profile(service("a"), time, START_MILLIS, sample("f", 30)))));
    assertThat(total(SeriesType.CPU, 0, 10)).isEqualTo(30);
    assertThat(total("samples:count:cpu:nanoseconds", 0, 10)).isEqualTo(3);
  }

  @Test
  void order_of_windows_and_repeated_queries_do_not_matter() throws Exception {
    List<ProfileWindow> windows = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      windows.add(cpu("s" + i % 2, START_MILLIS + i * 1000L, sample("main;f" + i % 3, i + 1)));
    }
    List<String> graphs = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Collections.shuffle(windows, new Random(i));
      try (StoreUnderTest shuffled = new StoreUnderTest()) {
        shuffled.add(windows.toArray(new ProfileWindow[0]));
        StoreQuery query = shuffled.query();
        Selection all = range(SeriesType.CPU, 0, 100);
        String first = text(query.merge(all, null).tree());
        assertThat(text(query.merge(all, null).tree())).isEqualTo(first);
        graphs.add(first);
      }
    }
    assertThat(Set.copyOf(graphs)).hasSize(1);
  }

  private static String text(FunctionTree tree) {
    List<String> lines = new ArrayList<>();
    long[] keys = tree.boxKeys();
    for (int node = 0; node < tree.size(); node++) {
      lines.add(Long.toHexString(keys[node]) + " " + tree.self(node) + " " + tree.total(node));
    }
    Collections.sort(lines);
    return String.join("\n", lines);
  }

  @Test
  void values_with_braces_quotes_and_other_letters_are_matched_as_they_are() throws Exception {
    String odd = "a\"b\\c,d}";
    store.add(
        ProfileWindow.of(
            List.of(
                profile(
                    resource("path", "/conversations/{id}", "q", odd),
                    CPU,
                    START_MILLIS,
                    sample("f", 1)),
                profile(resource("path", "naïve", "q", "x"), CPU, START_MILLIS, sample("f", 2)))));
    assertThat(filtered("path", Operator.IS, "/conversations/{id}")).isEqualTo(10);
    assertThat(filtered("q", Operator.IS, odd)).isEqualTo(10);
    assertThat(filtered("q", Operator.IS_NOT, odd)).isEqualTo(20);
    assertThat(filtered("path", Operator.MATCHES, "na.ve")).isEqualTo(20);
    assertThat(filtered("path", Operator.MATCHES, "na")).isZero();
    assertThat(filtered("absent", Operator.IS, "")).isEqualTo(30);
    Selection unknown =
        new Selection(
            0,
            Long.MAX_VALUE,
            Set.of(),
            SeriesType.CPU,
            List.of(Condition.of("absent", Operator.IS_NOT, "x")));
    assertThat(store.query().unknownAttributes(unknown)).containsExactly("absent");
  }

  private long filtered(String key, Operator operator, String value) throws Exception {
    Selection selection =
        new Selection(
            0,
            Long.MAX_VALUE,
            Set.of(),
            SeriesType.CPU,
            List.of(Condition.of(key, operator, value)));
    return graph(selection);
  }

  private static Resource resource(String key, String value, String other, String otherValue) {
    return Resource.of(
        Attributes.of(
            Attribute.of("service.name", "x"),
            Attribute.of(key, value),
            Attribute.of(other, otherValue)));
  }

  @Test
  void tree_beyond_its_bound_is_refused_in_words() throws Exception {
    store.add(cpu("a", START_MILLIS, sample("a;b;c;d;e;f;g", 1)));
    StoreQuery small = new StoreQuery(store.store(), 5);
    Selection all = range(SeriesType.CPU, 0, 10);
    assertThatThrownBy(() -> small.merge(all, null))
        .isInstanceOf(TooLargeException.class)
        .hasMessageContaining("shorter range");
  }

  @Test
  void download_beyond_its_memory_is_refused_in_words() throws Exception {
    store.add(cpu("a", START_MILLIS, sample("a;b;c", 1), sample("a;b;d", 1)));
    store.nextFile();
    store.add(cpu("a", START_MILLIS, sample("a;b;c", 1)));
    Selection all = range(SeriesType.CPU, 0, 10);
    SampleExport enough = new SampleExport(store.store(), all, (r, a, s) -> true, 10_000);
    assertThat(enough.merged().sampleCount()).isEqualTo(2);
    SampleExport small = new SampleExport(store.store(), all, (r, a, s) -> true, 500);
    assertThatThrownBy(small::merged)
        .isInstanceOf(TooLargeException.class)
        .hasMessageContaining("memory")
        .hasMessageContaining("shorter range");
  }

  @Test
  void timeline_of_more_values_than_its_memory_holds_is_refused_in_words() throws Exception {
    store.add(
        cpu(
            "a",
            START_MILLIS,
            IntStream.range(0, 100)
                .mapToObj(i -> sample("a;b", 1, Attribute.of("thread.id", i)))
                .toArray(Sample[]::new)));
    Selection all = range(SeriesType.CPU, 0, 10);
    Timeline enough = new TimelineBuilder(all, 1_000, "thread.id", 100_000).build(store.store(), 8);
    assertThat(enough.series()).hasSize(9);
    assertThat(enough.total()).isEqualTo(1_000);
    TimelineBuilder small = new TimelineBuilder(all, 1_000, "thread.id", 5_000);
    assertThatThrownBy(() -> small.build(store.store(), 8))
        .isInstanceOf(TooLargeException.class)
        .hasMessageContaining("memory");
  }

  @Test
  void hostile_expression_ends() throws Exception {
    store.add(cpu("a", START_MILLIS, sample("a".repeat(5000), 1)));
    FunctionTree tree = store.merge(range(SeriesType.CPU, 0, 10)).tree();
    BoundedPattern hostile = BoundedPattern.ignoringCase("(a|aa)+b");
    assertThatThrownBy(() -> hostile.isIn(tree.name(1).name()))
        .isInstanceOf(ExpensivePatternException.class);
    assertThatThrownBy(() -> BoundedPattern.ignoringCase("((("))
        .isInstanceOf(BadPatternException.class);
  }
}
