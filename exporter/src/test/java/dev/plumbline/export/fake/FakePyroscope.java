package dev.plumbline.export.fake;

import dev.plumbline.otlp.oracle.DecodedRequest;
import dev.plumbline.otlp.oracle.LevelClasses;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A Pyroscope of some version: it tells the version, reads requests by the classes of its own level
 * whatever was sent, applies the conversion rules of its kind and stores what comes out. A sender
 * of another level gets what it gets from the real one: mostly success. Thread-safe.
 */
public final class FakePyroscope implements AutoCloseable {
  private final FakeCollector receiver = FakeCollector.start();
  private final List<StoredProfile> stored = new CopyOnWriteArrayList<>();
  private volatile String version;

  private FakePyroscope(String version) {
    this.version = version;
    receiver.pages(
        path ->
            path.equals("/api/v1/status/buildinfo")
                ? "{\"status\":\"success\",\"data\":{\"version\":\""
                    + this.version
                    + "\",\"revision\":\"abc\",\"branch\":\"main\",\"goVersion\":\"go1.25.1\"}}"
                : null);
    receiver.answering(this::take);
  }

  /**
   * @param version such as {@code 1.18.0}; from 1.15 on
   */
  public static FakePyroscope start(String version) {
    return new FakePyroscope(version);
  }

  /** Its port serves gRPC and HTTP, as the real one's does. */
  public FakeCollector receiver() {
    return receiver;
  }

  /** Goes away and comes back as that version on the same port. */
  public void upgradeTo(String newVersion) {
    receiver.goDown();
    version = newVersion;
    receiver.comeUp();
  }

  /** What a query would show, right or wrong. */
  public List<StoredProfile> stored() {
    return List.copyOf(stored);
  }

  private FakeReply take(ReceivedRequest received) {
    DecodedRequest request;
    try {
      request = level().decode(received.body());
    } catch (IllegalArgumentException e) {
      return refuse(received, 400, "failed to parse the request");
    }
    try {
      long nowUnixNanos = Instant.now().toEpochMilli() * 1_000_000;
      stored.addAll(new PyroscopeConversion(number(), nowUnixNanos, request).convert());
      return FakeReply.ACCEPT;
    } catch (ConversionException e) {
      return refuse(received, 500, e.getMessage());
    }
  }

  private FakeReply refuse(ReceivedRequest received, int httpStatus, String message) {
    if (received.protocol() == ReceivedRequest.Protocol.HTTP) {
      return FakeReply.http(
          httpStatus,
          Map.of("Content-Type", "text/plain"),
          message.getBytes(StandardCharsets.UTF_8));
    }
    return FakeReply.status(
        number() < 202 ? Status.Code.UNKNOWN : Status.Code.INVALID_ARGUMENT, message);
  }

  private LevelClasses level() {
    int number = number();
    return number < 118 ? LevelClasses.V1_8 : number < 120 ? LevelClasses.V1_9 : LevelClasses.V1_10;
  }

  private int number() {
    String[] parts = version.split("\\.");
    return Integer.parseInt(parts[0]) * 100 + Integer.parseInt(parts[1]);
  }

  @Override
  public void close() {
    receiver.close();
  }
}
