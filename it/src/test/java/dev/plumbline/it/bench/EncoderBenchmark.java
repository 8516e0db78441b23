package dev.plumbline.it.bench;

import dev.plumbline.otlp.EncodedWindow;
import dev.plumbline.otlp.OtlpEncoder;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.ProfileWindow;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A window to the bytes of its request. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class EncoderBenchmark {
  @Param({"500", "8000"})
  public int stacks;

  private ProfileWindow window = ProfileWindow.EMPTY;
  private OtlpEncoder encoder = OtlpEncoder.builder(OtlpLevel.V1_10).build();

  @Setup
  public void prepare() {
    window = SyntheticWindow.of(stacks);
    encoder = OtlpEncoder.builder(OtlpLevel.V1_10).build();
  }

  @Benchmark
  public EncodedWindow encode() {
    return encoder.encode(window);
  }
}
