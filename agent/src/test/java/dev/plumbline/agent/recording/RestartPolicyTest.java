package dev.plumbline.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.agent.settings.AgentArguments;
import dev.plumbline.agent.settings.Settings;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RestartPolicyTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long DAY = 24L * 3_600 * SECOND;

  private static RestartPolicy policy(String arguments) {
    RestartPolicy policy =
        new RestartPolicy(
            Settings.read(AgentArguments.parse(arguments), name -> null, Map.of(), null));
    policy.onStarted(0, 100);
    return policy;
  }

  private static @Nullable String reason(
      RestartPolicy policy, long nanoTime, long threads, long fileBytes) {
    return policy.reason(ProfilerMetrics.NONE, nanoTime, threads, fileBytes);
  }

  @Test
  void recording_is_renewed_each_day_and_not_before() {
    assertThat(reason(policy(""), DAY - 1, 100, 0)).isNull();
    assertThat(reason(policy(""), DAY, 100, 0)).contains("day");
  }

  @Test
  void many_threads_and_a_file_that_cannot_shrink_are_reasons() {
    assertThat(reason(policy(""), 1, 1_000_101, 0)).contains("threads");
    assertThat(reason(policy(""), 1, 100, (64 << 20) + 1)).contains("file");
  }

  @Test
  void live_objects_are_looked_at_each_interval() {
    RestartPolicy live = policy("live=true,live.interval=30s");

    assertThat(reason(live, 30 * SECOND - 1, 100, 0)).isNull();
    assertThat(reason(live, 30 * SECOND, 100, 0)).contains("alive");
  }
}
