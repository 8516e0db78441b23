package dev.plumbline.output;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.format.FoldedText;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.otlp.EncodedWindow;
import dev.plumbline.otlp.OtlpEncoder;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.pprof.PprofEncoder;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Sample;
import dev.plumbline.sampling.DropReason;
import dev.plumbline.sampling.SampleAggregator;
import dev.plumbline.sampling.SampleMapping;
import java.io.IOException;
import java.util.logging.Logger;

/**
 * The profile of a whole run, written at its end. Holds as many distinct samples as its aggregator
 * holds. Folded stacks, whose readers add equal lines, are written in parts where there are more;
 * the other forms are one profile by their nature, and what is over is counted and said. Confined
 * to the run's thread.
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
  public void accept(RecordBatch batch) throws IOException {
    if (mode != OutputMode.FOLDED) {
      aggregator.add(mapping, batch);
      return;
    }
    int next = aggregator.addUntilFull(mapping, batch, 0);
    while (next < batch.size()) {
      // Folded stacks say nothing of time, so any will do.
      writeFolded(aggregator.closeWindow(1, 2));
      next = aggregator.addUntilFull(mapping, batch, next);
    }
  }

  @Override
  public void finish(long startUnixNanos, long endUnixNanos) throws IOException {
    ProfileWindow window = aggregator.closeWindow(startUnixNanos, endUnixNanos);
    switch (mode) {
      case FOLDED -> writeFolded(window);
      case PPROF -> new PprofEncoder().write(window, out.stream());
      default -> writeOtlp(window);
    }
    out.flush();
    out.close();
    long dropped = aggregator.accounts().dropped(DropReason.WINDOW_FULL);
    if (dropped > 0) {
      logger.warning(
          () ->
              mode.word()
                  + " output: "
                  + dropped
                  + " records dropped, more stacks than fit the memory of one profile (reason "
                  + DropReason.WINDOW_FULL.word()
                  + "); a shorter --timeout or -o folded has all");
    }
  }

  /** The command is the root, as flame graphs want. */
  private void writeFolded(ProfileWindow window) throws IOException {
    FoldedText.write(window.profiles(), ProfileSink::comm, out.stream());
  }

  /** Empty where the command is no attribute. */
  private static String comm(Sample sample) {
    String dotted = sample.attributes().string("proc.comm");
    String comm = dotted == null ? sample.attributes().string("proc_comm") : dotted;
    return comm == null ? "" : comm;
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
      request.writeTo(out.stream());
    }
  }
}
