package dev.plumbline.export.fake;

import static java.util.Objects.requireNonNull;

import io.grpc.Status;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a {@link FakeCollector} does with one request. Immutable. */
public final class FakeReply {
  /** Stores and accepts. */
  public static final FakeReply ACCEPT = new FakeReply();

  /** Accepts and stores nothing. */
  public static final FakeReply LIE = new FakeReply().storing(false);

  /** Never answers. */
  public static final FakeReply HANG = new FakeReply().delayed(Duration.ofDays(1)).storing(false);

  /** Closes the connection in place of an answer. */
  public static final FakeReply DROP_CONNECTION = new FakeReply().storing(false).dropping();

  private boolean stores = true;
  private boolean drops;
  private Duration delay = Duration.ZERO;
  private Status status = Status.OK;
  private @Nullable Duration retryInfo;
  private byte[] grpcBody = new byte[0];
  private int httpStatus = 200;
  private Map<String, String> httpHeaders = Collections.emptyMap();
  private byte[] httpBody = new byte[0];

  private FakeReply() {}

  /** The fields, but for what the caller then changes. */
  private FakeReply(FakeReply other) {
    stores = other.stores;
    drops = other.drops;
    delay = other.delay;
    status = other.status;
    retryInfo = other.retryInfo;
    grpcBody = other.grpcBody;
    httpStatus = other.httpStatus;
    httpHeaders = other.httpHeaders;
    httpBody = other.httpBody;
  }

  /** Success with a partial-success message; stores. */
  public static FakeReply partialSuccess(long rejectedProfiles, String message) {
    return body(FakeWire.exportReply(rejectedProfiles, message));
  }

  /** Success with these bytes as the message; stores. */
  public static FakeReply body(byte[] bytes) {
    FakeReply reply = new FakeReply();
    reply.grpcBody = bytes.clone();
    reply.httpBody = bytes.clone();
    return reply;
  }

  /** Refuses by gRPC status. */
  public static FakeReply status(Status.Code code, String message) {
    FakeReply reply = new FakeReply();
    reply.stores = false;
    reply.status = code.toStatus().withDescription(message);
    return reply;
  }

  /** Refuses by gRPC status with google.rpc.RetryInfo. */
  public static FakeReply retryInfo(Status.Code code, Duration delay) {
    FakeReply reply = status(code, "slow down");
    reply.retryInfo = requireNonNull(delay, "delay");
    return reply;
  }

  /** Answers HTTP with that status. Stores below 300. */
  public static FakeReply http(int status, Map<String, String> headers, byte[] body) {
    FakeReply reply = new FakeReply();
    reply.stores = status < 300;
    reply.httpStatus = status;
    reply.httpHeaders = new TreeMap<>(headers);
    reply.httpBody = body.clone();
    return reply;
  }

  public static FakeReply http(int status) {
    return http(status, Collections.emptyMap(), new byte[0]);
  }

  /** The same, that much later. */
  public FakeReply delayed(Duration time) {
    FakeReply reply = new FakeReply(this);
    reply.delay = time;
    return reply;
  }

  private FakeReply storing(boolean isStored) {
    FakeReply reply = new FakeReply(this);
    reply.stores = isStored;
    return reply;
  }

  private FakeReply dropping() {
    FakeReply reply = new FakeReply(this);
    reply.drops = true;
    return reply;
  }

  boolean stores() {
    return stores;
  }

  boolean drops() {
    return drops;
  }

  Duration delay() {
    return delay;
  }

  Status status() {
    return status;
  }

  /** Null for none. */
  @Nullable Duration retryInfo() {
    return retryInfo;
  }

  byte[] grpcBody() {
    return grpcBody.clone();
  }

  int httpStatus() {
    return httpStatus;
  }

  Map<String, String> httpHeaders() {
    return httpHeaders;
  }

  byte[] httpBody() {
    return httpBody.clone();
  }
}
