package dev.plumbline.agent.recording;

import static java.util.Objects.requireNonNull;

import dev.plumbline.agent.recording.StartCommand.Candidate;
import dev.plumbline.agent.settings.LockWaits;
import dev.plumbline.agent.settings.Setting;
import dev.plumbline.agent.settings.Settings;
import dev.plumbline.fault.FaultText;
import java.io.IOException;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One recording after the other in one JVM: starts, dumps without stopping, reads what is finished,
 * gives it back, and starts anew when the policy asks for it. Confined to the thread {@code
 * plumbline-agent}.
 */
public final class ProfilerSession {
  private final ProfilerCommands profiler;
  private final RecordingFiles files;
  private final StartCommand startCommand;
  private final AllocInterval allocInterval;
  private final RestartPolicy restartPolicy;
  private final LongSupplier nanoTime;
  private final JvmThreads threads;
  private final LongPredicate fitsHeap;
  private final boolean tellsMoreAtStop;
  private final boolean recordsLocks;
  private @Nullable Recording running;
  private long skippedChunks;
  private long cutLockWaits;
  private long allocBytes;
  private String engine = "";

  /**
   * @param nanoTime a monotonic clock
   * @param fitsHeap whether a chunk of that many bytes may be parsed now
   */
  public ProfilerSession(
      ProfilerCommands profiler,
      RecordingFiles files,
      Settings settings,
      LongSupplier nanoTime,
      JvmThreads threads,
      LongPredicate fitsHeap) {
    this.profiler = requireNonNull(profiler, "profiler");
    this.files = requireNonNull(files, "files");
    this.startCommand = new StartCommand(settings);
    this.allocInterval =
        new AllocInterval(settings.number(Setting.ALLOC), settings.flag(Setting.ALLOC_ADAPTIVE));
    this.restartPolicy = new RestartPolicy(settings);
    this.tellsMoreAtStop = settings.flag(Setting.LIVE);
    this.recordsLocks = LockWaits.javaNanos(settings) > 0;
    this.nanoTime = nanoTime;
    this.threads = requireNonNull(threads, "threads");
    this.fitsHeap = fitsHeap;
  }

  /**
   * Starts a recording.
   *
   * @throws SessionException if no candidate starts
   */
  public void start() throws SessionException {
    RecordingFile file;
    try {
      file = files.create();
    } catch (IOException e) {
      throw new SessionException(FaultText.of(e) + ": " + suppressed(e), e);
    }
    RuntimeException first = null;
    for (Candidate candidate : startCommand.candidates(file.path(), allocInterval.bytes())) {
      try {
        profiler.execute(candidate.command());
        file.onStarted();
        running = new Recording(file, candidate, allocInterval.bytes(), fitsHeap);
        engine = candidate.engine();
        restartPolicy.onStarted(nanoTime.getAsLong(), threads.started());
        return;
      } catch (IllegalStateException | IllegalArgumentException e) {
        first = first == null ? e : first;
      }
    }
    file.close();
    if (first == null) {
      throw new SessionException("no event is switched on", new IllegalStateException());
    }
    throw new SessionException(String.valueOf(first.getMessage()), first);
  }

  private static String suppressed(IOException e) {
    StringBuilder text = new StringBuilder();
    for (Throwable reason : e.getSuppressed()) {
      text.append(text.length() == 0 ? "" : "; ").append(FaultText.of(reason));
    }
    return text.toString();
  }

  /**
   * Ends the current chunk, hands over what is finished, and gives its bytes back. Profiling goes
   * on.
   *
   * @throws BrokenRecordingException if nothing readable was written: {@link #restart} is due
   */
  public void dump(ChunkReceiver receiver) throws IOException, BrokenRecordingException {
    Recording recording = running();
    profiler.execute("dump,jfr");
    if (readFinished(recording, receiver) == 0) {
      throw new BrokenRecordingException(
          "a dump finished no chunk in " + recording.file().place() + ", which may be full");
    }
    recording.reclaim();
  }

  private long readFinished(Recording recording, ChunkReceiver receiver)
      throws IOException, BrokenRecordingException {
    allocBytes = recording.allocBytes();
    return recording.readFinished(receiver);
  }

  /**
   * Why a restart is due after this window; null if none is.
   *
   * @param allocationSamples of the window
   * @param windowNanos its length
   */
  public @Nullable String restartReason(long allocationSamples, long windowNanos) {
    Recording recording = running();
    String reason =
        restartPolicy.reason(
            metrics(), nanoTime.getAsLong(), threads.started(), recording.keptFileBytes());
    if (reason == null
        && allocInterval.observe(allocationSamples, windowNanos, this::cutsNoLockWait)) {
      return "allocations are now sampled every " + (allocInterval.bytes() >> 10) + " KiB";
    }
    return reason;
  }

  private boolean cutsNoLockWait() {
    return lockWaits() == 0;
  }

  private int lockWaits() {
    return recordsLocks ? threads.waitingForLocks() : 0;
  }

  /** Of the current recording; all 0 where the profiler does not tell. */
  public ProfilerMetrics metrics() {
    try {
      return ProfilerMetrics.parse(profiler.execute("metrics"));
    } catch (IllegalStateException | IllegalArgumentException ignored) {
      return ProfilerMetrics.NONE;
    }
  }

  /**
   * Stops, starts anew, and then hands over the last chunk: the gap between the two is as short as
   * it can be. Waits for locks that are under way are in neither recording, and counted.
   *
   * @throws SessionException if the start fails; the session is stopped then
   */
  public void restart(ChunkReceiver receiver) throws SessionException {
    cutLockWaits += lockWaits();
    Recording ended = end();
    try {
      start();
    } finally {
      finish(ended, receiver);
    }
  }

  /** As {@link #restart}, but in another place and without the chunks of the broken one. */
  public void restartElsewhere() throws SessionException {
    Recording broken = running();
    files.avoid(broken.file());
    stop(chunk -> {});
    start();
  }

  /** Stops and hands over the last chunk; nothing to do if the session is stopped. */
  public void stop(ChunkReceiver receiver) {
    finish(end(), receiver);
  }

  /** What was running, now stopped; null if nothing was. */
  private @Nullable Recording end() {
    Recording recording = running;
    running = null;
    if (recording != null) {
      try {
        profiler.execute("stop");
      } catch (IllegalStateException ignored) {
        // stopped by itself
      }
    }
    return recording;
  }

  private void finish(@Nullable Recording ended, ChunkReceiver receiver) {
    if (ended == null) {
      return;
    }
    try {
      readFinished(ended, receiver);
    } catch (IOException | BrokenRecordingException ignored) {
      // unreadable: its last chunk is lost with it
    } finally {
      skippedChunks += ended.skippedChunks();
      ended.close();
    }
  }

  /** Whether a stop tells what no dump does: which objects are alive. */
  public boolean tellsMoreAtStop() {
    return tellsMoreAtStop;
  }

  public boolean isRunning() {
    return running != null;
  }

  /** Chunks that were dropped unread because the heap had no room for them. */
  public long skippedChunks() {
    return skippedChunks + (running == null ? 0 : running.skippedChunks());
  }

  /** Waits for locks that were under way at a restart, so that no recording has them. */
  public long cutLockWaits() {
    return cutLockWaits;
  }

  /** For people: engine, what is left out, where the recording lies. */
  public String description() {
    Recording recording = running();
    return (engine.isEmpty() ? "no CPU samples" : "engine " + engine)
        + (recording.candidate().without().isEmpty()
            ? ""
            : ", without " + recording.candidate().without())
        + ", recording in "
        + recording.file().place();
  }

  /**
   * Of the CPU samples, as async-profiler names it; empty if they are off. A stopped session still
   * tells it: what a stop hands over may be all that there is.
   */
  public String engine() {
    return engine;
  }

  /** Bytes allocated between two samples of the recording last handed over, 0 if off. */
  public long allocBytes() {
    return allocBytes;
  }

  private Recording running() {
    Recording recording = running;
    if (recording == null) {
      throw new IllegalStateException("the profiler is stopped");
    }
    return recording;
  }
}
