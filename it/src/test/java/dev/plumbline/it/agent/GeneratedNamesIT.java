package dev.plumbline.it.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.it.jvm.ChildJvm;
import dev.plumbline.it.jvm.Jdk;
import dev.plumbline.junit.SideBySide;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Case AG-05: classes whose names the JVM makes up, with counters and addresses in them. */
class GeneratedNamesIT {
  private static final Pattern MADE_UP =
      Pattern.compile(
          "0x[0-9a-f]{4,}|/\\d+|\\$\\$Lambda\\$\\d|\\$Proxy\\d|GeneratedMethodAccessor\\d|"
              + "\\.(DMH|MH|LambdaForm\\$(MH|DMH))/");
  private static final Pattern USER_LAMBDA =
      Pattern.compile(".*GeneratedNames\\.lambda\\$(main|thirdLambda|proxy)\\$\\d");

  /**
   * Made by the JVM for what the application works in; what the JDK has of its own, and makes them
   * with, comes and goes in samples.
   */
  private static final Pattern GENERATED =
      Pattern.compile(
          ".*(GeneratedNames\\$\\$Lambda|LambdaForm\\$D?MH|\\$Proxy|GeneratedMethodAccessor)\\..*");

  private static Set<String> first = Set.of();

  /** What every other run is compared with. */
  @BeforeAll
  static void run() {
    first = functions(Jdk.own(), true);
  }

  @SideBySide
  @Test
  void normalised_names_are_equal_between_runs_and_keep_lambdas_apart() {
    final Set<String> second = functions(Jdk.own(), true);

    assertThat(first).noneMatch(name -> MADE_UP.matcher(name).find());
    assertThat(classes(matching(first, GENERATED)))
        .isNotEmpty()
        .isEqualTo(classes(matching(second, GENERATED)));
    assertThat(matching(first, USER_LAMBDA))
        .contains(
            "dev.plumbline.it.app.GeneratedNames.lambda$main$0",
            "dev.plumbline.it.app.GeneratedNames.lambda$main$1")
        .hasSize(4);
  }

  @SideBySide
  @Test
  void user_lambdas_have_the_same_names_on_17_and_25() {
    assumeTrue(Jdk.ofFeature(25).isPresent(), "no JDK 25 on this machine");
    assertThat(matching(functions(Jdk.ofFeature(25).orElseThrow(), true), USER_LAMBDA))
        .isEqualTo(matching(first, USER_LAMBDA));
  }

  @SideBySide
  @Test
  void names_without_normalisation_are_the_jvms() {
    assertThat(functions(Jdk.own(), false)).anyMatch(name -> MADE_UP.matcher(name).find());
  }

  private static Set<String> matching(Set<String> names, Pattern pattern) {
    final Set<String> matching = new TreeSet<>(names);
    matching.removeIf(name -> !pattern.matcher(name).matches());
    return matching;
  }

  private static Set<String> classes(Set<String> functions) {
    final Set<String> classes = new TreeSet<>();
    functions.forEach(function -> classes.add(function.substring(0, function.lastIndexOf('.'))));
    return classes;
  }

  private static Set<String> functions(Jdk jdk, boolean normalised) {
    try (FakeCollector collector = FakeCollector.start();
        ChildJvm jvm =
            Received.sendAllTo(
                    collector, ChildJvm.of(jdk, "dev.plumbline.it.app.GeneratedNames", "3"))
                .agent("names.normalized", Boolean.toString(normalised))
                .agent("cpu", "5ms")
                .start()) {
      assertThat(jvm.awaitExit(Duration.ofSeconds(60))).as(jvm.output()).isZero();
      return (normalised ? Received.storedBy(collector) : Received.withVerbatimNames(collector))
          .functions();
    }
  }
}
