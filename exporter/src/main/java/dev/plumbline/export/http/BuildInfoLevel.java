package dev.plumbline.export.http;

import static java.util.Objects.requireNonNull;

import dev.plumbline.export.ProductVersion;
import dev.plumbline.export.sender.LevelAnswer;
import dev.plumbline.export.sender.LevelSource;
import dev.plumbline.export.settings.ChannelSecurity;
import dev.plumbline.export.settings.ExporterKind;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.export.transport.ReceiverAddress;
import dev.plumbline.export.transport.ReceiverText;
import dev.plumbline.export.transport.TlsContext;
import dev.plumbline.export.transport.TlsFilesException;
import dev.plumbline.export.transport.TransportLoop;
import dev.plumbline.otlp.OtlpLevel;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code otlp-level: auto} (design §5): asks {@code GET /api/v1/status/buildinfo} on the endpoint's
 * host and port, where a Pyroscope tells its version. 1.15 to 1.17 read level 1.8, 1.18 and 1.19
 * read 1.9; later or unnamed versions and all other receivers are taken to read 1.10.
 *
 * <p>A receiver that cannot be reached stays unknown. One that is reached and says that it is not
 * ready, or nothing in time, may be a Pyroscope that starts: it is asked {@link #PATIENCE} times
 * before it counts as another receiver. One that closes the connection may be a Pyroscope that
 * ends: it is asked again at once, and counts as another if it closes that one too. Each question
 * has a connection of its own. Confined to the exporter's thread but for closing.
 */
public final class BuildInfoLevel implements LevelSource {
  static final String PATH = "/api/v1/status/buildinfo";
  static final int PATIENCE = 3;

  /** A receiver is silent that says nothing for so long; less is a lack of time of our own. */
  static final long SILENCE_NANOS = 1_000_000_000L;

  private static final int MAX_ANSWER_BYTES = 64 << 10;
  private static final Pattern VERSION =
      Pattern.compile("\"version\"\\s*:\\s*\"v?(\\d{1,4})\\.(\\d{1,4})([^\"]{0,64})\"");

  private final ExporterSettings settings;
  private final ReceiverAddress address;
  private final HttpHeaders headers;
  private final @Nullable TlsContext tls;
  private final long silenceNanos;
  private final Object lock = new Object();
  private @Nullable HttpConnection connection;
  private boolean isClosed;
  private int inconclusive;

  /**
   * Opens nothing.
   *
   * @throws IllegalArgumentException if the endpoint is none that its kind takes
   */
  public BuildInfoLevel(ExporterSettings settings) {
    this(settings, SILENCE_NANOS);
  }

  BuildInfoLevel(ExporterSettings settings, long silenceNanos) {
    this.settings = requireNonNull(settings, "settings");
    this.silenceNanos = silenceNanos;
    this.address =
        settings.kind() == ExporterKind.OTLP_HTTP
            ? HttpEndpoint.address(URI.create(settings.endpoint()))
            : ReceiverAddress.parse(settings.endpoint());
    this.headers = HttpHeaderSet.of(settings.name(), settings.headers());
    this.tls = settings.security() == ChannelSecurity.TLS ? HttpEndpoint.tls(settings.tls()) : null;
  }

  @Override
  public LevelAnswer ask(long timeoutNanos) {
    try (TransportLoop loop = TransportLoop.open(settings.name())) {
      // In a young JVM these two take their time, which is none of the receiver's.
      SslContext context = tls == null ? null : tls.current();
      long deadlineNanos = System.nanoTime() + timeoutNanos;
      long shortestNanos = Math.min(silenceNanos, timeoutNanos);
      LevelAnswer answer = answer(loop, context, deadlineNanos, shortestNanos);
      if (answer == null) {
        answer = answer(loop, context, deadlineNanos, shortestNanos);
      }
      return answer == null ? other("the receiver does not answer HTTP there") : answer;
    } catch (TlsFilesException | IOException e) {
      return LevelAnswer.unknown(ReceiverText.ofCauses("", e));
    }
  }

  /**
   * Null if the receiver closed the connection instead.
   *
   * @param shortestNanos for the answer, however long the connection took
   * @throws IOException if it cannot be reached
   */
  private @Nullable LevelAnswer answer(
      TransportLoop loop, @Nullable SslContext context, long deadlineNanos, long shortestNanos)
      throws IOException {
    try (HttpConnection asking = open(loop)) {
      asking.connect(context, Math.max(1, deadlineNanos - System.nanoTime()));
      long connectedNanos = System.nanoTime();
      try {
        long leftNanos = deadlineNanos - connectedNanos;
        return of(asking.exchange(get(), Math.max(leftNanos, shortestNanos)));
      } catch (IOException e) {
        if (!(e.getCause() instanceof TimeoutException)) {
          return null;
        }
        String message = "the receiver does not tell its version in time";
        return System.nanoTime() - connectedNanos < silenceNanos
            ? LevelAnswer.unknown(message)
            : notNow(message);
      }
    }
  }

  private LevelAnswer of(HttpAnswer answer) {
    if (answer.status() >= 502 && answer.status() <= 504) {
      return notNow("HTTP status " + answer.status() + " when asked for its version");
    }
    return answer.status() == 200
        ? ofBuildInfo(new String(answer.body(), StandardCharsets.UTF_8))
        : other("HTTP status " + answer.status() + " when asked for its version");
  }

  private LevelAnswer notNow(String message) {
    inconclusive++;
    return inconclusive < PATIENCE ? LevelAnswer.unknown(message) : other(message);
  }

  private LevelAnswer other(String message) {
    inconclusive = 0;
    return LevelAnswer.known(OtlpLevel.V1_10, message);
  }

  private LevelAnswer ofBuildInfo(String json) {
    Matcher version = VERSION.matcher(json);
    if (!version.find()) {
      return other("a receiver without a version");
    }
    inconclusive = 0;
    int major = Integer.parseInt(version.group(1));
    int minor = Integer.parseInt(version.group(2));
    return LevelAnswer.known(
        levelOf(major, minor),
        "receiver's version " + major + "." + minor + ReceiverText.clean(version.group(3)));
  }

  /** By §5.1 of the OTLP study. What is older than 1.15 reads none of our levels. */
  static OtlpLevel levelOf(int major, int minor) {
    if (major == 1 && minor >= 15 && minor <= 17) {
      return OtlpLevel.V1_8;
    }
    if (major == 1 && (minor == 18 || minor == 19)) {
      return OtlpLevel.V1_9;
    }
    return OtlpLevel.V1_10;
  }

  private FullHttpRequest get() {
    FullHttpRequest get =
        new DefaultFullHttpRequest(
            HttpVersion.HTTP_1_1, HttpMethod.GET, PATH, Unpooled.EMPTY_BUFFER);
    get.headers()
        .set(headers)
        .set(HttpHeaderNames.HOST, address.authority())
        .set(HttpHeaderNames.USER_AGENT, ProductVersion.userAgent())
        .set(HttpHeaderNames.CONNECTION, "close");
    return get;
  }

  private HttpConnection open(TransportLoop loop) throws IOException {
    synchronized (lock) {
      if (isClosed) {
        throw new IOException("closed");
      }
      String name = settings.tls().serverName();
      connection =
          new HttpConnection(loop, address, name == null ? address.host() : name, MAX_ANSWER_BYTES);
      return connection;
    }
  }

  @Override
  public void close() {
    synchronized (lock) {
      isClosed = true;
      if (connection != null) {
        connection.close();
      }
    }
  }
}
