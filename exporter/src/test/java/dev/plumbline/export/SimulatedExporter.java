package dev.plumbline.export;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.sender.ExportResult;
import dev.plumbline.export.sender.LevelAnswer;
import dev.plumbline.export.sender.LevelSource;
import dev.plumbline.export.sender.RequestSender;
import dev.plumbline.export.settings.ExporterKind;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.export.settings.LevelChoice;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.SampleCounts;
import dev.plumbline.profile.Scope;
import dev.plumbline.profile.StackTrace;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Queue and loop without a thread, over a clock that stands until it is moved, a sender that does
 * as it is told, and an encoder that makes one request of a window.
 */
final class SimulatedExporter implements RequestSender, LevelSource, WindowEncoder {
  static final int REQUEST_BYTES = 100;

  final ExportQueue queue;
  final ExportLoop loop;
  final List<ExportRequest> sent = new ArrayList<>();
  final List<Long> sentNanos = new ArrayList<>();
  final List<OtlpLevel> encodedLevels = new ArrayList<>();
  final Deque<ExportResult> results = new ArrayDeque<>();
  final Deque<LevelAnswer> answers = new ArrayDeque<>();
  ExportResult standingResult = ExportResult.accepted();
  LevelAnswer standingAnswer = LevelAnswer.known(OtlpLevel.V1_10, "as scripted");
  int requestsPerWindow = 1;
  Map<String, Integer> encoderDrops = Collections.emptyMap();
  boolean isConnected;

  /** The connection goes unseen: between the look at it and the next request. */
  boolean losesConnection;

  boolean encoderFails;
  boolean senderFails;
  Runnable whileSending = () -> {};
  int asked;
  int offered;
  int settled;
  long now;

  SimulatedExporter(ExporterSettings settings) {
    queue = new ExportQueue(settings.queue());
    loop =
        new ExportLoop(
            new ExporterParts(settings, this, this)
                .levelSource(this)
                .ticker(() -> now)
                .random(() -> 0.5),
            queue);
  }

  static ExporterSettings.Builder settings() {
    return ExporterSettings.builder("sim", ExporterKind.OTLP_GRPC)
        .endpoint("localhost:1")
        .level(LevelChoice.V1_10);
  }

  static final ProfileType CPU = ProfileType.builder("samples", "count").build();
  static final ProfileType LOCKS = ProfileType.builder("contentions", "count").build();

  /** One profile with that many different samples. */
  static ProfileWindow window(int samples) {
    return ProfileWindow.of(List.of(profile(CPU, samples)));
  }

  static Profile profile(ProfileType type, int samples) {
    List<Sample> list = new ArrayList<>();
    for (int i = 0; i < samples; i++) {
      list.add(Sample.of(StackTrace.of(Frame.named("f" + i, FrameType.JVM)), 1));
    }
    return Profile.builder(Resource.of(Attributes.EMPTY), Scope.of("test", "1"), type)
        .interval(1, 1)
        .samples(list)
        .build();
  }

  void offer(int samples) {
    offer(samples, 1000);
  }

  void offer(int samples, long estimatedBytes) {
    offer(window(samples), estimatedBytes);
  }

  void offer(ProfileWindow window, long estimatedBytes) {
    offered++;
    queue.offer(window, estimatedBytes, now, settlement -> settled++);
  }

  /** Steps until the loop wants to wait; returns how long. */
  long settle() {
    for (int i = 0; i < 10_000; i++) {
      long wait = loop.step(Long.MAX_VALUE);
      if (wait > 0) {
        return wait;
      }
    }
    throw new AssertionError("the loop never waits");
  }

  /** Steps, waits, steps… until there is nothing to wait for. */
  void run() {
    for (long wait = settle(); wait != ExportLoop.IDLE; wait = settle()) {
      now += wait;
    }
  }

  void advance(Duration time) {
    now += time.toNanos();
  }

  @Override
  public ExportResult send(ExportRequest request, long timeoutNanos) {
    if (senderFails) {
      throw new IllegalStateException("as scripted");
    }
    whileSending.run();
    sent.add(request);
    sentNanos.add(now);
    isConnected = true;
    ExportResult scripted = results.poll();
    return scripted == null ? standingResult : scripted;
  }

  @Override
  public @Nullable ExportResult sendConnected(ExportRequest request, long timeoutNanos) {
    if (losesConnection) {
      losesConnection = false;
      isConnected = false;
    }
    return isConnected ? send(request, timeoutNanos) : null;
  }

  @Override
  public String target() {
    return "nowhere";
  }

  @Override
  public boolean isConnected() {
    return isConnected;
  }

  @Override
  public LevelAnswer ask(long timeoutNanos) {
    asked++;
    LevelAnswer scripted = answers.poll();
    return scripted == null ? standingAnswer : scripted;
  }

  @Override
  public Encoding encode(ProfileWindow window, OtlpLevel level) {
    if (encoderFails) {
      throw new IllegalStateException("as scripted");
    }
    encodedLevels.add(level);
    if (requestsPerWindow == 0) {
      return new Encoding(List.of(), Map.of("nothing_left", window.samples()));
    }
    SampleCounts left = window.samples();
    Map<String, SampleCounts> dropped = new TreeMap<>();
    for (Map.Entry<String, Integer> drop : encoderDrops.entrySet()) {
      dropped.put(drop.getKey(), left.share(Math.min(drop.getValue(), left.total())));
      left = left.minus(dropped.get(drop.getKey()));
    }
    List<ExportRequest> requests = new ArrayList<>();
    for (int i = requestsPerWindow; i > 0; i--) {
      SampleCounts samples = left.share(left.total() / i);
      left = left.minus(samples);
      requests.add(ExportRequest.takingOver(new byte[REQUEST_BYTES], REQUEST_BYTES, 2, samples));
    }
    return new Encoding(requests, dropped);
  }

  @Override
  public void close() {}
}
