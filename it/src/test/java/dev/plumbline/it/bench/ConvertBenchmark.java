package dev.plumbline.it.bench;

import dev.plumbline.convert.OtlpTarget;
import dev.plumbline.convert.OtlpToPprof;
import dev.plumbline.convert.OtlpToWindow;
import dev.plumbline.convert.PprofToOtlp;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.otlp.decode.OtlpDecoder;
import dev.plumbline.otlp.decode.OtlpLimits;
import dev.plumbline.otlp.decode.OtlpRequest;
import dev.plumbline.otlp.decode.ReceivedLevel;
import dev.plumbline.pprof.PprofBuilder;
import dev.plumbline.pprof.PprofLimits;
import dev.plumbline.pprof.PprofReader;
import dev.plumbline.wire.InputException;
import dev.plumbline.wire.IntList;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
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

/**
 * pprof to OTLP and OTLP to pprof or a window, from bytes to bytes. Allocation per sample is {@code
 * gc.alloc.rate.norm} of {@code -prof gc} divided by the parameter.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(1)
public class ConvertBenchmark {
  private static final int DEPTH = 19;

  @Param({"100", "1000", "10000", "100000", "1000000"})
  public int samples;

  private final PprofReader reader = PprofReader.of(PprofLimits.FILE);
  private final OtlpDecoder decoder = OtlpDecoder.of(ReceivedLevel.V1_10, OtlpLimits.FILE);
  private final OtlpTarget target = OtlpTarget.builder(OtlpLevel.V1_10).build();
  private byte[] pprof = {};
  private byte[] otlp = {};

  @Setup
  public void prepare() throws IOException, InputException {
    byte[] raw = profile(samples);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(raw);
    }
    pprof = out.toByteArray();
    ExportRequest request = PprofToOtlp.convert(reader.read(raw), target).get(0);
    otlp = new byte[request.length()];
    request.body().get(otlp);
  }

  @Benchmark
  public List<ExportRequest> pprofToOtlp() throws InputException {
    return PprofToOtlp.convert(reader.read(pprof), target);
  }

  @Benchmark
  public byte[] otlpToPprof() throws InputException {
    return OtlpToPprof.convert(decoder.decode(otlp)).get(0).toProtobuf();
  }

  @Benchmark
  public Object otlpToWindow() throws InputException {
    OtlpRequest request = decoder.decode(otlp);
    return OtlpToWindow.convert(request, 1);
  }

  /** Stacks of a service: frames near the root are shared, one sample in eight has a label. */
  private static byte[] profile(int samples) {
    Random random = new Random(1);
    PprofBuilder builder = new PprofBuilder();
    builder.sampleType(builder.string("samples"), builder.string("count"));
    builder.sampleType(builder.string("cpu"), builder.string("nanoseconds"));
    builder.period(builder.string("cpu"), builder.string("nanoseconds"), 10_000_000);
    builder.interval(1_790_000_000_000_000_000L, 15_000_000_000L);
    int[] locations = new int[2_000];
    int mapping =
        builder.mapping(
            new long[] {0x400000, 0x4000000, 0},
            builder.string("/usr/local/bin/server"),
            builder.string("0f1e2d3c4b5a69788796a5b4c3d2e1f001122334"),
            1);
    for (int i = 0; i < locations.length; i++) {
      String name =
          "example.com/shop/internal/pkg" + i % 37 + ".(*Handler" + i % 211 + ").Serve" + i;
      int word = builder.string(name);
      int file = builder.string("/src/shop/internal/pkg" + i % 37 + "/handler" + i % 211 + ".go");
      builder.beginLocation(mapping, 0x401000 + i * 256L, false);
      builder.line(builder.function(word, word, file, 10), 12 + i % 500, 0);
      locations[i] = builder.endLocation();
    }
    IntList stack = new IntList();
    for (int i = 0; i < samples; i++) {
      stack.clear();
      int at = random.nextInt(locations.length);
      for (int level = 0; level < DEPTH; level++) {
        boolean shared = level > DEPTH * 2 / 3;
        at = shared ? (DEPTH - level) * 7 : (at * 31 + 17 + random.nextInt(3)) % locations.length;
        stack.add(locations[at]);
      }
      builder.beginLabels();
      if (i % 8 == 0) {
        builder.textLabel(builder.string("route"), builder.string("/v1/items/" + i % 50));
      }
      long count = 1 + random.nextInt(5);
      int labels = builder.endLabels();
      builder.sample(builder.stack(stack), labels, new long[] {count, count * 10_000_000});
    }
    return builder.build().toProtobuf();
  }
}
