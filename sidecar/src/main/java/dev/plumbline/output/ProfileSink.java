package dev.plumbline.output;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.otlp.EncodedWindow;
import dev.plumbline.otlp.OtlpEncoder;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.pprof.PprofEncoder;
import dev.plumbline.pprof.PprofFile;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Sample;
import dev.plumbline.sampling.DropReason;
import dev.plumbline.sampling.SampleAggregator;
import dev.plumbline.sampling.SampleMapping;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Logger;

/**
 * The profile of a whole run, written at its end. Holds as many distinct samples as an aggregator
 * holds; what is over is said then. Confined to the run's thread.
 */
final class ProfileSink implements RecordSink {
  /** One request holds the run: a file has no receiver's limit. */
  private static final int MAX_REQUEST_BYTES = 1 << 30;

  private static final Logger logger = Logger.getLogger(ProfileSink.class.getName());

  private final OutputMode mode;
  private final SampleMapping mapping;
  private final SampleAggregator aggregator;
  private final TextOutput out;

  ProfileSink(OutputMode mode, SampleMapping mapping, SampleAggregator aggregator, TextOutput out) {
    this.mode = mode;
    this.mapping = mapping;
    this.aggregator = aggregator;
    this.out = out;
  }

  @Override
  public void accept(RecordBatch batch) {
    aggregator.add(mapping, batch);
  }

  @Override
  public void finish(long startUnixNanos, long endUnixNanos) throws IOException {
    ProfileWindow window = aggregator.closeWindow(startUnixNanos, endUnixNanos);
    switch (mode) {
      case FOLDED -> writeFolded(window);
      case PPROF -> writePprof(window);
      default -> writeOtlp(window);
    }
    out.close();
    long dropped = aggregator.accounts().dropped(DropReason.WINDOW_FULL);
    if (dropped > 0) {
      logger.warning(
          () ->
              mode.word() + " output: " + dropped + " records dropped, more stacks than it holds");
    }
  }

  /** Sorted, so that equal runs give equal files; the command is the root, as flame graphs want. */
  private void writeFolded(ProfileWindow window) throws IOException {
    Map<String, Long> lines = new TreeMap<>();
    for (Profile profile : window.profiles()) {
      for (Sample sample : profile.samples()) {
        String comm = comm(sample);
        String stack = StackFormat.folded(sample.stackTrace());
        lines.merge(
            comm.isEmpty() ? stack : comm.replace(';', ':') + ";" + stack,
            sample.value(),
            Long::sum);
      }
    }
    StringBuilder text = new StringBuilder(lines.size() * 256);
    lines.forEach((line, value) -> text.append(line).append(' ').append(value).append('\n'));
    out.write(text);
  }

  /** Empty where the command is no attribute. */
  private static String comm(Sample sample) {
    String dotted = sample.attributes().string("proc.comm");
    String comm = dotted == null ? sample.attributes().string("proc_comm") : dotted;
    return comm == null ? "" : comm;
  }

  /** All profiles of one data source have one period type, hence one file; none without samples. */
  private void writePprof(ProfileWindow window) throws IOException {
    for (PprofFile file : new PprofEncoder().encode(window)) {
      out.write(file.gzipped());
    }
  }

  private void writeOtlp(ProfileWindow window) throws IOException {
    EncodedWindow encoded =
        OtlpEncoder.builder(OtlpLevel.V1_10)
            .maxRequestBytes(MAX_REQUEST_BYTES)
            .maxProfileBytes(MAX_REQUEST_BYTES)
            .maxSamplesPerProfile(Integer.MAX_VALUE)
            .build()
            .encode(window);
    for (ExportRequest request : encoded.requests()) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream(request.length());
      request.writeTo(bytes);
      out.write(bytes.toByteArray());
    }
  }
}
