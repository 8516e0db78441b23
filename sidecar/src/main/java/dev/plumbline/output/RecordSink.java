package dev.plumbline.output;

import dev.plumbline.gadget.RecordBatch;
import java.io.IOException;

/** Takes the records of a run. Confined to the run's thread. */
public interface RecordSink {
  /** Records of one fetch; valid during the call only. */
  void accept(RecordBatch batch) throws IOException;

  /**
   * The run is over.
   *
   * @param startUnixNanos when it began, nanoseconds since the epoch
   */
  void finish(long startUnixNanos, long endUnixNanos) throws IOException;
}
