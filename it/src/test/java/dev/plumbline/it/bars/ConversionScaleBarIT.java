package dev.plumbline.it.bars;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.plumbline.it.bench.ConvertBenchmark;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Both converters of pprof and OTLP over four powers of ten: time and allocation of a sample. What
 * is linear costs the same for each sample, but for the caches, which a large profile leaves.
 */
@Tag("bars")
class ConversionScaleBarIT {
  private static final int[] SAMPLES = {100, 1_000, 10_000, 100_000, 1_000_000};
  private static final int RUNS = 9;
  private static final long WARM_UP_NANOS = 3_000_000_000L;

  /** Of the time of a sample to that of one of a hundredth of the size; squares would be at 100. */
  private static final double BAR = 3;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** A converter, and what it makes of the benchmark's profile. */
  enum Direction {
    PPROF_TO_OTLP {
      @Override
      Object convert(ConvertBenchmark benchmark) throws Exception {
        return benchmark.pprofToOtlp();
      }
    },
    OTLP_TO_PPROF {
      @Override
      Object convert(ConvertBenchmark benchmark) throws Exception {
        return benchmark.otlpToPprof();
      }
    };

    abstract Object convert(ConvertBenchmark benchmark) throws Exception;
  }

  @ParameterizedTest
  @EnumSource
  void cost_is_linear_in_samples(Direction direction) throws Exception {
    final Map<Integer, Double> nanos = new LinkedHashMap<>();
    for (int samples : SAMPLES) {
      final ConvertBenchmark benchmark = new ConvertBenchmark();
      benchmark.samples = samples;
      benchmark.prepare();
      nanos.put(samples, measure(direction, benchmark));
    }
    final double growth = nanos.get(1_000_000) / nanos.get(10_000);
    System.out.printf("%s: a sample of 10^6 costs %.2f of one of 10^4%n", direction, growth);
    assertThat(growth).isLessThanOrEqualTo(BAR);
    assertThat(nanos.get(10_000)).isLessThanOrEqualTo(BAR * nanos.get(100));
  }

  /** Nanoseconds of CPU of one sample, the median of some runs. */
  private double measure(Direction direction, ConvertBenchmark benchmark) throws Exception {
    final int times = Math.max(1, 100_000 / benchmark.samples);
    final long warm = System.nanoTime() + WARM_UP_NANOS;
    do {
      assertThat(direction.convert(benchmark)).isNotNull();
    } while (System.nanoTime() < warm);
    final double[] nanos = new double[RUNS];
    final double[] bytes = new double[RUNS];
    final double all = (double) times * benchmark.samples;
    for (int run = 0; run < RUNS; run++) {
      final long id = Thread.currentThread().getId();
      final long allocated = threads.getThreadAllocatedBytes(id);
      final long before = threads.getCurrentThreadCpuTime();
      for (int i = 0; i < times; i++) {
        direction.convert(benchmark);
      }
      nanos[run] = (threads.getCurrentThreadCpuTime() - before) / all;
      bytes[run] = (threads.getThreadAllocatedBytes(id) - allocated) / all;
    }
    Arrays.sort(nanos);
    Arrays.sort(bytes);
    System.out.printf(
        "%s of %d samples: %.0f ns of CPU and %.0f bytes allocated a sample%n",
        direction, benchmark.samples, nanos[RUNS / 2], bytes[RUNS / 2]);
    return nanos[RUNS / 2];
  }
}
