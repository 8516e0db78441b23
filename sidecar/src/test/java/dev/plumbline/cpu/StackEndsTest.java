package dev.plumbline.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kernel.unwind.EndReason;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Counts of end reasons by process, as whoever serves metrics reads them. */
class StackEndsTest {
  private final StackEnds ends = new StackEnds();

  private Map<String, Long> reported() {
    Map<String, Long> numbers = new TreeMap<>();
    ends.report(
        (metric, value, labels) -> {
          assertThat(metric).isSameAs(StackEnds.STACKS);
          assertThat(labels).hasSameSizeAs(metric.labels());
          numbers.put(String.join("/", labels), value);
        });
    return numbers;
  }

  @Test
  void reasons_areCountedOfEachProcess() {
    ends.add(7, "java", EndReason.ROOT, 40);
    ends.add(7, "java", EndReason.HOTSPOT, 2);
    ends.add(7, "java", EndReason.ROOT, 5);
    ends.add(8, "node", EndReason.NO_TABLE, 1);
    assertThat(reported())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("java/7/root", 45L, "java/7/hotspot", 2L, "node/8/no_table", 1L));
  }

  @Test
  void processesOverTheBound_areCountedTogether() {
    for (int pid = 1; pid <= StackEnds.MAX_PROCESSES + 50; pid++) {
      ends.add(pid, "p", EndReason.ROOT, 1);
      ends.add(1, "p", EndReason.ROOT, 1); // is kept, since it goes on
    }
    Map<String, Long> numbers = reported();
    assertThat(numbers).hasSizeLessThanOrEqualTo(StackEnds.MAX_PROCESSES);
    assertThat(numbers).containsEntry("p/1/root", StackEnds.MAX_PROCESSES + 51L);
    assertThat(numbers.get("//root")).isGreaterThanOrEqualTo(50L);
    assertThat(numbers.values().stream().mapToLong(Long::longValue).sum())
        .isEqualTo(2L * (StackEnds.MAX_PROCESSES + 50));
  }
}
