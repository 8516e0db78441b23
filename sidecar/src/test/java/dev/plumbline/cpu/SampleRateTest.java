package dev.plumbline.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kernel.Refusals;
import dev.plumbline.kernel.SystemCallException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What is told of a frequency that the kernel does not take. */
class SampleRateTest {
  private static final int EINVAL = 22;
  private static final int EACCES = 13;

  @Test
  void boundOfTheKernel_isNamed() {
    assertThat(SampleRate.explain(Refusals.ofCall(EINVAL), 997, 500))
        .hasMessage(
            "frequency is 997, and this kernel takes at most 500 samples a second"
                + " (sysctl kernel.perf_event_max_sample_rate)");
  }

  @Test
  void boundOfThisKernel_isReadWhole() throws IOException {
    Process cat = new ProcessBuilder("cat", "/proc/sys/kernel/perf_event_max_sample_rate").start();
    String expected = new String(cat.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    assertThat(SampleRate.most()).hasToString(expected.strip());
  }

  @Test
  void otherFailures_stayWhatTheyAre() {
    SystemCallException refused = Refusals.ofCall(EACCES);
    assertThat(SampleRate.explain(refused, 997, 500)).isSameAs(refused);
    SystemCallException invalid = Refusals.ofCall(EINVAL);
    assertThat(SampleRate.explain(invalid, 97, 100_000)).isSameAs(invalid);
  }
}
