package dev.plumbline.jfr;

import com.sun.management.ThreadMXBean;
import dev.plumbline.descriptor.DescriptorLoader;
import dev.plumbline.descriptor.GadgetDescriptor;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.jfr.chunk.JfrChunk;
import dev.plumbline.otlp.OtlpEncoder;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;
import dev.plumbline.sampling.AttributeNaming;
import dev.plumbline.sampling.MappingReader;
import dev.plumbline.sampling.SampleAggregator;
import dev.plumbline.sampling.SampleMapping;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPOutputStream;

/**
 * CPU time and garbage of the whole way of one window: chunk → records → samples → request → gzip.
 * Run by hand: records {@link CompilerLoad} for 30 s and converts what came out, 40 times.
 */
final class ConversionBenchmark {
  private static final int ROUNDS = 40;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Map<DataSource, SampleMapping> mappings = new IdentityHashMap<>();
  private final SampleAggregator aggregator =
      SampleAggregator.builder(
              Resource.of(Attributes.of(Attribute.of(Resource.SERVICE_NAME, "benchmark"))),
              Scope.of("benchmark", "1"))
          .build();
  private final OtlpEncoder encoder = OtlpEncoder.builder(OtlpLevel.V1_10).build();
  private final JfrDecoder decoder = JfrDecoder.of(JfrSettings.builder().build());

  private ConversionBenchmark(boolean withThreads) throws Exception {
    MappingReader reader = new MappingReader(AttributeNaming.DOTTED, System.err::println);
    for (JvmGadget gadget : JvmGadget.values()) {
      String file = "/gadgets/" + gadget.gadgetName() + "/gadget.yaml";
      try (InputStream in = JvmGadget.class.getResourceAsStream(file)) {
        GadgetDescriptor descriptor = DescriptorLoader.load(file, in);
        for (DataSource source : gadget.dataSources()) {
          DataSource annotated = descriptor.annotate(source, System.err::println);
          mappings.put(
              source,
              reader
                  .read(
                      withThreads ? JvmGadget.withThreadAttributes(annotated) : annotated,
                      descriptor.parameterValues(Map.of()))
                  .orElseThrow());
        }
      }
    }
  }

  /** Argument: a recording; without one it is made. */
  public static void main(String[] arguments) throws Exception {
    Path directory = Files.createTempDirectory("conversion");
    Path file =
        arguments.length > 0
            ? Path.of(arguments[0])
            : Recorder.in(directory)
                .record(
                    Recorder.currentJava(),
                    "event=ctimer,interval=10ms,wall=100ms,alloc=512k,lock=10ms,chunksize=1g",
                    CompilerLoad.class,
                    "30")
                .file();
    byte[] chunk = Files.readAllBytes(file);
    System.out.printf("jfr %d bytes, gzip %d%n", chunk.length, gzip(chunk));
    for (boolean withThreads : new boolean[] {false, true}) {
      new ConversionBenchmark(withThreads).run(chunk, withThreads);
    }
  }

  private void run(byte[] chunk, boolean withThreads) throws Exception {
    double[] decode = new double[ROUNDS];
    double[] all = new double[ROUNDS];
    long garbage = 0;
    for (int round = 0; round < ROUNDS; round++) {
      long allocated = THREADS.getCurrentThreadAllocatedBytes();
      long start = THREADS.getCurrentThreadCpuTime();
      JfrRecords records = decoder.decode(JfrChunk.of(0, ByteBuffer.wrap(chunk)));
      long decoded = THREADS.getCurrentThreadCpuTime();
      for (RecordBatch batch : records.batches()) {
        aggregator.add(mappings.get(batch.dataSource()), batch);
      }
      ProfileWindow window =
          aggregator.closeWindow(records.startUnixNanos(), records.endUnixNanos());
      long merged = THREADS.getCurrentThreadCpuTime();
      List<ExportRequest> requests = encoder.encode(window).requests();
      long encoded = THREADS.getCurrentThreadCpuTime();
      long bytes = 0;
      long zipped = 0;
      for (ExportRequest request : requests) {
        bytes += request.length();
        zipped += gzip(request);
      }
      long end = THREADS.getCurrentThreadCpuTime();
      garbage = THREADS.getCurrentThreadAllocatedBytes() - allocated;
      decode[round] = (decoded - start) / 1e6;
      all[round] = (end - start) / 1e6;
      if (round == ROUNDS - 1) {
        System.out.printf(
            "threads %s: %s; last: decode %.1f merge %.1f encode %.1f gzip %.1f ms; otlp %d, gzip %d in %d%n",
            withThreads,
            shape(records, window),
            (decoded - start) / 1e6,
            (merged - decoded) / 1e6,
            (encoded - merged) / 1e6,
            (end - encoded) / 1e6,
            bytes,
            zipped,
            requests.size());
      }
    }
    System.out.printf(
        "threads %s: first %.0f ms; warm decode %.1f, all %.1f (median), %.1f (min); garbage %.1f MB%n",
        withThreads, all[0], median(decode), median(all), min(all), garbage / 1048576.0);
  }

  private static String shape(JfrRecords records, ProfileWindow window) {
    int events = 0;
    Set<List<Object>> pairs = new HashSet<>();
    for (JvmGadget gadget : JvmGadget.values()) {
      if (!records.batches(gadget).isEmpty()) {
        RecordBatch batch = records.batches(gadget).get(0);
        events += batch.size();
        int thread = batch.dataSource().indexOf("thread.os_id");
        for (int i = 0; i < batch.size(); i++) {
          pairs.add(List.of(batch.integer(i, thread), batch.stackTrace(i, 0)));
        }
      }
    }
    return events
        + " records, "
        + pairs.size()
        + " thread and stack, "
        + window.sampleCount()
        + " samples";
  }

  private static long gzip(ExportRequest request) throws IOException {
    Counter out = new Counter();
    try (OutputStream zip = new GZIPOutputStream(out)) {
      request.writeTo(zip);
    }
    return out.bytes;
  }

  private static long gzip(byte[] bytes) throws IOException {
    Counter out = new Counter();
    try (OutputStream zip = new GZIPOutputStream(out)) {
      zip.write(bytes);
    }
    return out.bytes;
  }

  /** Of the last half. */
  private static double median(double[] values) {
    double[] warm = Arrays.copyOfRange(values, values.length / 2, values.length);
    Arrays.sort(warm);
    return warm[warm.length / 2];
  }

  private static double min(double[] values) {
    return Arrays.stream(values).min().orElseThrow();
  }

  /** Keeps nothing, so that the harness adds no garbage. */
  private static final class Counter extends OutputStream {
    private long bytes;

    @Override
    public void write(int b) {
      bytes++;
    }

    @Override
    public void write(byte[] buffer, int offset, int length) {
      bytes += length;
    }
  }
}
