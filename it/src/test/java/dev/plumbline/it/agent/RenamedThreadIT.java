package dev.plumbline.it.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.it.jvm.ChildJvm;
import dev.plumbline.it.received.ReceivedProfile;
import dev.plumbline.it.received.ReceivedSample;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Case AG-04: a pool's thread that is renamed for each task. */
class RenamedThreadIT {
  private static final int TASKS = 3;

  @Test
  void window_within_one_task_carries_its_name() {
    try (FakeCollector collector = FakeCollector.start();
        ChildJvm jvm =
            Received.sendTo(
                    collector,
                    ChildJvm.of(
                        "dev.plumbline.it.app.RenamedThread", Integer.toString(TASKS), "4500"))
                .agent("interval", "1s")
                .agent("threads", "true")
                .start()) {
      assertThat(jvm.awaitExit(Duration.ofSeconds(90))).as(jvm.output()).isZero();

      final Set<String> inOneTask = new TreeSet<>();
      for (ReceivedProfile window : Received.storedBy(collector).ofType("samples/count")) {
        final Set<String> names =
            window.samples().stream()
                .filter(sample -> sample.passes("Spin.untilNanoTime"))
                .map(RenamedThreadIT::threadName)
                .collect(Collectors.toCollection(TreeSet::new));
        final Set<String> tasks = tasksDuring(window, jvm.truth());
        assertThat(tasks).as("names in a window of %s", tasks).containsAll(names);
        if (tasks.size() == 1) {
          assertThat(names).hasSizeLessThanOrEqualTo(1);
          inOneTask.addAll(names);
        }
      }
      assertThat(inOneTask).as(jvm.output()).hasSize(TASKS);
    }
  }

  private static String threadName(ReceivedSample sample) {
    return sample.attributes().getOrDefault("thread.name", "(none)");
  }

  private static Set<String> tasksDuring(ReceivedProfile window, Map<String, Double> truth) {
    final Set<String> tasks = new TreeSet<>();
    for (int i = 0; i < TASKS; i++) {
      if (truth.get("task." + i) < window.endUnixNanos()
          && truth.get("task." + (i + 1)) > window.startUnixNanos()) {
        tasks.add("task-" + i + "-of-a-long-name");
      }
    }
    return tasks;
  }
}
