package dev.plumbline.export.http;

import static java.util.Objects.requireNonNull;

import dev.plumbline.export.ProductVersion;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.sender.ExportResult;
import dev.plumbline.export.sender.RequestSender;
import dev.plumbline.export.sender.SenderClosedException;
import dev.plumbline.export.settings.ChannelSecurity;
import dev.plumbline.export.settings.Compression;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.export.transport.ReceiverAddress;
import dev.plumbline.export.transport.ReceiverText;
import dev.plumbline.export.transport.TlsContext;
import dev.plumbline.export.transport.TlsFilesException;
import dev.plumbline.export.transport.TransportLoop;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufOutputStream;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/**
 * OTLP over HTTP/1.1: one POST a request, over one connection that is kept alive. One call at a
 * time on the exporter's thread; closing is safe from any thread.
 */
public final class HttpSender implements RequestSender {
  /** An answer beyond this is refused, as the OTLP specification allows. */
  static final int MAX_ANSWER_BYTES = 4 << 20;

  private final ExporterSettings settings;
  private final Clock clock;
  private final ReceiverAddress address;
  private final String pathAndQuery;
  private final HttpHeaders headers;
  private final @Nullable TlsContext tls;
  private final Object lock = new Object();
  private @Nullable TransportLoop loop;
  private @Nullable HttpConnection connection;
  private @Nullable SslContext connectionContext;
  private boolean isClosed;

  /**
   * Opens nothing.
   *
   * @param clock for a Retry-After that is a date
   * @throws IllegalArgumentException if the endpoint is no http or https URL
   */
  public HttpSender(ExporterSettings settings, Clock clock) {
    this.settings = requireNonNull(settings, "settings");
    this.clock = requireNonNull(clock, "clock");
    URI endpoint = URI.create(settings.endpoint());
    this.address = HttpEndpoint.address(endpoint);
    this.pathAndQuery = HttpEndpoint.pathAndQuery(endpoint);
    this.headers = HttpHeaderSet.of(settings.name(), settings.headers());
    this.tls = settings.security() == ChannelSecurity.TLS ? HttpEndpoint.tls(settings.tls()) : null;
  }

  @Override
  public ExportResult send(ExportRequest request, long timeoutNanos) {
    long deadlineNanos = System.nanoTime() + timeoutNanos;
    try {
      HttpConnection ready = connected(timeoutNanos);
      return exchange(ready, request, deadlineNanos);
    } catch (TlsFilesException e) {
      return filesFailed(e);
    } catch (IOException e) {
      failIfClosed();
      return failure(e);
    }
  }

  @Override
  public @Nullable ExportResult sendConnected(ExportRequest request, long timeoutNanos) {
    long deadlineNanos = System.nanoTime() + timeoutNanos;
    try {
      HttpConnection ready = present();
      return ready == null ? null : exchange(ready, request, deadlineNanos);
    } catch (TlsFilesException e) {
      return filesFailed(e);
    } catch (IOException e) {
      failIfClosed();
      return failure(e);
    }
  }

  private ExportResult exchange(HttpConnection ready, ExportRequest request, long deadlineNanos)
      throws IOException {
    FullHttpRequest post = post(request);
    HttpAnswer answer = ready.exchange(post, Math.max(1, deadlineNanos - System.nanoTime()));
    return HttpOutcome.of(answer, clock.instant());
  }

  private static ExportResult filesFailed(TlsFilesException e) {
    return ExportResult.retryAfter("tls_files", ReceiverText.clean(e.getMessage()), 0);
  }

  /** An answer that is too large came from a receiver that has the request: not again. */
  private static ExportResult failure(IOException e) {
    String text = ReceiverText.ofCauses("", e);
    return HttpEndpoint.isTooLarge(e)
        ? ExportResult.refused(ExportResult.Refusal.REQUEST, "answer_too_large", text)
        : ExportResult.retryAfter("unavailable", text, 0);
  }

  /** The connection with what the certificate files say now; null if there is none. */
  private @Nullable HttpConnection present() throws TlsFilesException {
    SslContext context = tls == null ? null : tls.current();
    synchronized (lock) {
      failIfClosed();
      boolean isPresent =
          connection != null && connection.isConnected() && context == connectionContext;
      return isPresent ? connection : null;
    }
  }

  private HttpConnection connected(long timeoutNanos) throws IOException, TlsFilesException {
    SslContext context = tls == null ? null : tls.current();
    HttpConnection current;
    synchronized (lock) {
      failIfClosed();
      if (loop == null) {
        loop = TransportLoop.open(settings.name());
      }
      if (connection == null) {
        String name = settings.tls().serverName();
        connection =
            new HttpConnection(
                loop, address, name == null ? address.host() : name, MAX_ANSWER_BYTES);
      }
      current = connection;
    }
    if (!current.isConnected() || context != connectionContext) {
      current.connect(context, timeoutNanos);
      connectionContext = context;
    }
    return current;
  }

  private FullHttpRequest post(ExportRequest request) throws IOException {
    boolean gzip = settings.compression() == Compression.GZIP;
    ByteBuf body = Unpooled.buffer(gzip ? request.length() / 4 + 64 : request.length());
    try (OutputStream out = new ByteBufOutputStream(body)) {
      if (gzip) {
        request.writeGzipTo(out);
      } else {
        request.writeTo(out);
      }
    }
    FullHttpRequest post =
        new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, pathAndQuery, body);
    post.headers()
        .set(headers)
        .set(HttpHeaderNames.HOST, address.authority())
        .set(HttpHeaderNames.CONTENT_TYPE, "application/x-protobuf")
        .set(HttpHeaderNames.USER_AGENT, ProductVersion.userAgent())
        .set(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
    if (gzip) {
      post.headers().set(HttpHeaderNames.CONTENT_ENCODING, "gzip");
    }
    return post;
  }

  @Override
  public boolean isConnected() {
    synchronized (lock) {
      return connection != null && connection.isConnected();
    }
  }

  @Override
  public String target() {
    return address + HttpEndpoint.pathAlone(pathAndQuery);
  }

  private void failIfClosed() {
    synchronized (lock) {
      if (isClosed) {
        throw new SenderClosedException(target());
      }
    }
  }

  @Override
  public void close() {
    synchronized (lock) {
      isClosed = true;
      if (connection != null) {
        connection.close();
      }
      if (loop != null) {
        loop.close();
        loop = null;
      }
    }
  }
}
