package dev.plumbline.merge;

import static dev.plumbline.store.Windows.CPU;
import static dev.plumbline.store.Windows.LIVE;
import static dev.plumbline.store.Windows.START_MILLIS;
import static dev.plumbline.store.Windows.profile;
import static dev.plumbline.store.Windows.sample;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.pattern.BadPatternException;
import dev.plumbline.pattern.BoundedPattern;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Sample;
import dev.plumbline.scan.Condition;
import dev.plumbline.scan.Condition.Operator;
import dev.plumbline.scan.Selection;
import dev.plumbline.store.segment.SeriesType;
import dev.plumbline.tree.FunctionTotals;
import dev.plumbline.tree.FunctionTree;
import dev.plumbline.view.BoxLayout;
import dev.plumbline.view.Matches;
import dev.plumbline.view.Sandwich;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Every view against sums that are made by looking at each sample. */
class MergeExactnessTest {
  /** A sample as it was handed to the store. */
  private record Truth(
      String service, String env, String thread, long startMillis, List<String> stack, long nanos) {
    boolean passes(String function) {
      return stack.contains(function);
    }
  }

  private final List<Truth> truths = new ArrayList<>();

  @Property(tries = 15)
  void every_view_says_what_the_samples_say(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 12) int windows) throws Exception {
    truths.clear();
    try (StoreUnderTest store = new StoreUnderTest()) {
      for (int i = 0; i < windows; i++) {
        store.add(window(random));
        if (random.nextInt(4) == 0) {
          store.nextFile();
        }
      }
      for (int i = 0; i < 6; i++) {
        Selection selection = selection(random);
        assertViews(store, selection, selected(selection), random);
      }
    }
  }

  private ProfileWindow window(Random random) {
    List<Profile> profiles = new ArrayList<>();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      String service = "s" + random.nextInt(3);
      String env = "e" + random.nextInt(2);
      long start = START_MILLIS + random.nextInt(60) * 1000L;
      List<Sample> samples = new ArrayList<>();
      int sampleCount = 1 + random.nextInt(20);
      for (int j = 0; j < sampleCount; j++) {
        String thread = "t" + random.nextInt(3);
        long value = 1 + random.nextInt(1000);
        List<String> stack = stack(random);
        truths.add(new Truth(service, env, thread, start, stack, value * CPU.period()));
        samples.add(sample(String.join(";", stack), value, Attribute.of("thread.name", thread)));
      }
      Resource resource =
          Resource.of(
              Attributes.of(Attribute.of("service.name", service), Attribute.of("env", env)));
      profiles.add(profile(resource, CPU, start, samples.toArray(new Sample[0])));
      // Another type beside it, which no view of CPU time may hold.
      profiles.add(profile(resource, LIVE, start, sample("f1;f2", 12345)));
    }
    return ProfileWindow.of(profiles);
  }

  private static List<String> stack(Random random) {
    List<String> stack = new ArrayList<>();
    int depth = 1 + random.nextInt(6);
    for (int i = 0; i < depth; i++) {
      stack.add("f" + random.nextInt(5));
    }
    return stack;
  }

  private static Selection selection(Random random) throws BadPatternException {
    long from = START_MILLIS + random.nextInt(30) * 1000L;
    long until = from + random.nextInt(60) * 1000L;
    Set<String> services = random.nextBoolean() ? Set.of() : Set.of("s0", "s2");
    List<Condition> conditions = new ArrayList<>();
    if (random.nextInt(3) == 0) {
      conditions.add(Condition.of("env", Operator.IS, "e0"));
    }
    if (random.nextInt(3) == 0) {
      conditions.add(Condition.of("thread.name", Operator.DOES_NOT_MATCH, "t[01]"));
    }
    return new Selection(from, until, services, SeriesType.CPU, conditions);
  }

  private List<Truth> selected(Selection selection) {
    boolean env = selection.conditions().stream().anyMatch(c -> c.key().equals("env"));
    boolean thread = selection.conditions().stream().anyMatch(c -> c.key().equals("thread.name"));
    return truths.stream()
        .filter(t -> t.startMillis() >= selection.fromMillis())
        .filter(t -> t.startMillis() < selection.untilMillis())
        .filter(t -> selection.services().isEmpty() || selection.services().contains(t.service()))
        .filter(t -> !env || t.env().equals("e0"))
        .filter(t -> !thread || t.thread().equals("t2"))
        .toList();
  }

  private static long sum(List<Truth> truths) {
    return truths.stream().mapToLong(Truth::nanos).sum();
  }

  private static void assertViews(
      StoreUnderTest store, Selection selection, List<Truth> selected, Random random)
      throws Exception {
    StoreQuery query = store.query();
    FunctionTree tree = query.merge(selection, null).tree();
    assertThat(tree.total(0)).isEqualTo(sum(selected));
    assertTable(tree, selected);
    assertSearch(tree, selected);
    assertBoxes(tree, random.nextDouble() * 0.2);
    assertSandwiches(tree, selected);
    assertThat(query.timeline(selection, 7000, "env", 1).total()).isEqualTo(sum(selected));
    assertThat(
            query.timeline(selection, 7000, null, 1).totals().stream()
                .mapToLong(v -> v == null ? 0 : v)
                .sum())
        .isEqualTo(sum(selected));
    assertThat(
            query.export(selection, (r, a, s) -> true).merged().profiles().stream()
                .mapToLong(p -> p.total() * CPU.period())
                .sum())
        .isEqualTo(sum(selected));
    long services =
        query.services(selection).stream()
            .filter(s -> selection.holdsService(s.name()))
            .mapToLong(SourceListing.Service::total)
            .sum();
    assertThat(services).isEqualTo(sum(selected));
    assertThat(
            query.attributeValues(selection, "process.pid").stream()
                .mapToLong(AttributeListing.Value::total)
                .sum())
        .isEqualTo(sum(selected));
    FunctionTree grouped = query.merge(selection, "thread.name").tree();
    assertThat(grouped.total(0)).isEqualTo(sum(selected));
    assertTable(grouped, selected);
  }

  private static void assertTable(FunctionTree tree, List<Truth> selected) {
    FunctionTotals totals = tree.functionTotals();
    Map<String, Long> selfs = new HashMap<>();
    Map<String, Long> all = new HashMap<>();
    for (Truth truth : selected) {
      selfs.merge(truth.stack().get(truth.stack().size() - 1), truth.nanos(), Long::sum);
      new HashSet<>(truth.stack()).forEach(f -> all.merge(f, truth.nanos(), Long::sum));
    }
    Map<String, Long> actualSelfs = new HashMap<>();
    Map<String, Long> actualTotals = new HashMap<>();
    for (int function = 0; function < tree.functionCount(); function++) {
      if (totals.isListed(function)) {
        actualTotals.put(tree.name(function).name(), totals.total(function));
        if (totals.self(function) != 0) {
          actualSelfs.put(tree.name(function).name(), totals.self(function));
        }
      }
    }
    assertThat(actualTotals).isEqualTo(all);
    assertThat(actualSelfs).isEqualTo(selfs);
  }

  private static void assertSearch(FunctionTree tree, List<Truth> selected) throws Exception {
    Matches matches = Matches.of(tree, BoundedPattern.ignoringCase("F[13]"));
    long expected = sum(selected.stream().filter(t -> t.passes("f1") || t.passes("f3")).toList());
    assertThat(matches.sums(tree)[0]).isEqualTo(expected);
  }

  /** Pruned boxes: each is its own, its visible children and what is hidden; siblings in order. */
  private static void assertBoxes(FunctionTree tree, double minShare) {
    BoxLayout layout = BoxLayout.of(List.of(tree), 0, minShare);
    long[] hidden = layout.hidden(tree::total, tree::self);
    long shown = 0;
    for (int box = 0; box < layout.size(); box++) {
      shown += tree.self(layout.node(box)) + hidden[box];
      assertThat(hidden[box]).isNotNegative();
      boolean wide = tree.total(layout.node(box)) >= minShare * tree.total(0);
      assertThat(wide || box == 0).isTrue();
    }
    assertThat(shown).isEqualTo(tree.total(0));
    for (int node = 1; node < tree.size(); node++) {
      int wanted = node;
      boolean visible = tree.total(node) > minShare * tree.total(0) * 1.000001;
      boolean there = false;
      for (int box = 0; box < layout.size(); box++) {
        there |= layout.node(box) == wanted;
      }
      assertThat(there || !visible).as("node %d", node).isTrue();
    }
  }

  private static void assertSandwiches(FunctionTree tree, List<Truth> selected) {
    for (int function = 1; function < tree.functionCount(); function++) {
      String name = tree.name(function).name();
      List<Truth> through = selected.stream().filter(t -> t.passes(name)).toList();
      Sandwich sandwich = Sandwich.of(tree, function);
      assertThat(sandwich.callees().total(0)).isEqualTo(sum(through));
      assertThat(sandwich.callers().total(0)).isEqualTo(sum(through));
      assertThat(tree.through(function).total(0)).isEqualTo(sum(through));
    }
  }
}
