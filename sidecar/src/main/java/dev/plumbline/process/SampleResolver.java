package dev.plumbline.process;

import dev.plumbline.kernel.elf.MappedReading;
import dev.plumbline.kernel.unwind.EndReason;
import dev.plumbline.kernel.unwind.SampleRecord;
import dev.plumbline.unwind.StackCopyWalker;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Joins samples with their processes. What is not known yet is asked for, and the sample waits.
 * Confined to the thread that polls.
 */
final class SampleResolver {
  /** How long a sample waits for its process to be read and its tables to be built. */
  private static final long MAX_WAIT_NANOS = 1_000_000_000;

  /** The same while tables are being built: at the first start on a host that takes seconds. */
  private static final long MAX_BUSY_WAIT_NANOS = 5_000_000_000L;

  /**
   * How often a process is read for a sample outside of its mappings. A runtime takes the right to
   * execute away from code while it writes there, and that is what one reading may find.
   */
  private static final int MAX_READINGS = 4;

  private final ProcessDirectory directory;
  private final ProcessFollower follower;
  private final TrackingCounts counts;
  private final ParkedSamples parked = new ParkedSamples();
  private final StackCopyWalker walker = new StackCopyWalker();
  private final SampleRecord record = new SampleRecord();
  private final HostSample sample = new HostSample(walker);
  private final EndCounts ends = new EndCounts();
  private long lateNanos;

  SampleResolver(ProcessDirectory directory, ProcessFollower follower, TrackingCounts counts) {
    this.directory = directory;
    this.follower = follower;
    this.counts = counts;
  }

  EndCounts ends() {
    return ends;
  }

  /** Takes a record from the ring. */
  void take(ByteBuffer buffer, int offset, int length, SampleConsumer consumer) {
    if (!record.wrap(buffer, offset, length)) {
      counts.increment(TrackingCount.RECORDS_MALFORMED);
      return;
    }
    follower.seeUntil(record.timeNanos());
    ProcessImage process = find(record);
    EndReason end = record.endReason();
    if (process != null && process.isResolved() && !isWaitingFor(end)) {
      weigh(process, record.userWords() > 0 ? SampleRecord.address(record.userWord(0)) : 0);
      if (end == EndReason.GUESS_FAILED && record.userWords() > 1) { // its file has no table
        weigh(process, SampleRecord.address(record.userWord(record.userWords() - 1)));
      }
      deliver(sample.of(record, process), consumer);
      return;
    }
    if (process != null && isWaitingFor(end) && record.userWords() > 0) {
      weigh(process, SampleRecord.address(record.userWord(record.userWords() - 1)));
    }
    follower.request(record.tgid());
    if (!parked.add(buffer, offset, length)) {
      counts.increment(TrackingCount.SAMPLES_NOT_PARKED);
      deliver(sample.of(record, process), consumer);
    }
  }

  private static boolean isWaitingFor(EndReason end) {
    return end == EndReason.NO_PROCESS || end == EndReason.NO_MAPPING || end == EndReason.NO_TABLE;
  }

  private @Nullable ProcessImage find(SampleRecord of) {
    ProcessImage image = directory.findSampled(of.tgid(), LifecycleFeed.ticks(of.startNanos()));
    return image == null ? null : image.at(of.timeNanos());
  }

  private static void weigh(ProcessImage process, long address) {
    CodeRegion region = process.region(address);
    if (region != null && region.file() != null) {
      region.file().addWeight();
    }
  }

  private void deliver(HostSample of, SampleConsumer consumer) {
    ends.add(of.endReason());
    ProcessImage process = of.process();
    if (process != null) {
      process.ends().add(of.endReason());
    }
    consumer.accept(of);
  }

  /** Samples wait for their processes. */
  boolean isWaiting() {
    return parked.size() > 0;
  }

  /** Hands over waiting samples that can go on, or have waited long enough. */
  void retry(long now, SampleConsumer consumer) {
    if (isWaiting()) {
      lateNanos = now - (follower.isBusy() ? MAX_BUSY_WAIT_NANOS : MAX_WAIT_NANOS);
      parked.offer((waiting, sample) -> tryAgain(waiting, sample, consumer));
    }
  }

  /** Hands over all waiting samples. */
  void flush(SampleConsumer consumer) {
    lateNanos = Long.MAX_VALUE;
    parked.offer((waiting, sample) -> tryAgain(waiting, sample, consumer));
  }

  private boolean tryAgain(
      SampleRecord waiting, ParkedSamples.Parked parkedSample, SampleConsumer consumer) {
    ProcessImage process = find(waiting);
    boolean isLate = waiting.timeNanos() < lateNanos;
    boolean isNew = process != null && process.isResolved() && process != parkedSample.tried();
    if (!isNew && !isLate) {
      follower.request(waiting.tgid());
      return false;
    }
    EndReason end = waiting.endReason();
    if (process == null || !isWaitingFor(end) || !waiting.hasStack()) {
      return finish(sample.of(waiting, process), consumer);
    }
    EndReason walked = walk(waiting, process);
    boolean isReadSince = process.readNanos() >= waiting.timeNanos();
    boolean mayImprove = mayImprove(walked, isReadSince, parkedSample.tries());
    if (mayImprove && !isLate) {
      parkedSample.setTried(process);
      follower.request(waiting.tgid());
      return false;
    }
    if (!isWaitingFor(walked)) {
      counts.increment(TrackingCount.SAMPLES_RESCUED);
    }
    return finish(sample.walked(waiting, process, walked), consumer);
  }

  /** Tables that an earlier run left, and code, are read from mapped files. */
  private EndReason walk(SampleRecord waiting, ProcessImage process) {
    try {
      return MappedReading.of(() -> walker.walk(waiting, process));
    } catch (IOException shrank) {
      return EndReason.NO_TABLE;
    }
  }

  /**
   * Another look at the process may bring the sample further.
   *
   * @param isReadSince the process was read after the sample was taken
   * @param tries how often that was in vain before
   */
  static boolean mayImprove(EndReason walked, boolean isReadSince, int tries) {
    return walked == EndReason.NO_TABLE
        || (walked == EndReason.NO_MAPPING && (!isReadSince || tries + 1 < MAX_READINGS));
  }

  private boolean finish(HostSample of, SampleConsumer consumer) {
    if (isWaitingFor(of.endReason())) {
      counts.increment(TrackingCount.SAMPLES_UNRESOLVED);
    }
    deliver(of, consumer);
    return true;
  }
}
