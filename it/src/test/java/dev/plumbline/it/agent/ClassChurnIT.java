package dev.plumbline.it.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.it.jvm.ChildJvm;
import dev.plumbline.it.received.ReceivedProfiles;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Case AG-08: compiled code is reclaimed and classes are unloaded while they are profiled. */
@Tag("long")
class ClassChurnIT {
  private static final int SECONDS = Integer.getInteger("plumbline.churn.seconds", 600);

  /** Of some hundred methods. */
  private static final double RECLAIMED_BYTES = 256 << 10;

  private static final String CPU = "samples/count";

  @Test
  void churn_of_classes_leaves_the_profile_right() {
    try (FakeCollector collector = FakeCollector.start();
        ChildJvm jvm =
            Received.sendTo(
                    collector,
                    ChildJvm.of("dev.plumbline.it.app.ClassChurn", Integer.toString(SECONDS)))
                .jvm(
                    "-XX:ReservedCodeCacheSize=6m",
                    "-XX:+UseCodeCacheFlushing",
                    "-Xlog:codecache*=info,class+unload=info:stdout")
                .start()) {
      assertThat(jvm.awaitExit(Duration.ofSeconds(SECONDS + 180))).as("exit code").isZero();
      final List<String> log = jvm.stdout().lines().toList();
      assertThat(log).as("classes unloaded").anyMatch(line -> line.contains("unloading class G"));
      assertThat(jvm.truth().get("code.reclaimed.bytes"))
          .as("compiled code reclaimed")
          .isGreaterThan(RECLAIMED_BYTES);

      final ReceivedProfiles received = Received.storedBy(collector);
      final double stable = received.total(CPU, "ClassChurn.stableWork");
      final double generated = received.total(CPU, "ClassChurn.generatedWork");
      // On a busy machine samples are few, and chance is more than the two points.
      final double chance = 3 * Math.sqrt(0.25 / (stable + generated));
      assertThat(stable / (stable + generated))
          .as("%s and %s samples", stable, generated)
          .isCloseTo(jvm.truth().get("stable"), within(Math.max(0.02, chance)));
      // A frame of an unloaded class shows its name or a marker, never another class's method.
      // Versioned names are those of native functions, sun.management has the clock of the CPU.
      assertThat(received.samples(CPU).filter(sample -> sample.passes("ClassChurn.generatedWork")))
          .allSatisfy(
              sample ->
                  assertThat(sample.functions().get(0))
                      .matches(
                          "G\\d+\\.(run|burn)|\\[.*]|(java|sun|com\\.sun)\\..*|.*ClassChurn\\..*|[^.]*"
                              + "|\\w+@@GLIBC_.*"));
    }
  }
}
