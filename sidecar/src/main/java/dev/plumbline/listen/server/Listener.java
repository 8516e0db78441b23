package dev.plumbline.listen.server;

import dev.plumbline.listen.ListenAddress;
import dev.plumbline.listen.ListenLimits;
import dev.plumbline.listen.ListenerSettings;
import dev.plumbline.listen.TlsFiles;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.net.BindException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** An open port. Thread-safe. */
public final class Listener implements AutoCloseable {
  private static final int CONNECTION_WINDOW_BYTES = 8 << 20;
  private static final int STREAM_WINDOW_BYTES = 4 << 20;
  private static final int MAX_STREAMS = 100;
  private static final long OPEN_SECONDS = 10;

  private final ListenerSettings settings;
  private final HttpServer server;
  private final AtomicBoolean isClosed = new AtomicBoolean();

  private Listener(ListenerSettings settings, HttpServer server) {
    this.settings = settings;
    this.server = server;
  }

  static Listener open(ServerStack stack, ListenerSettings settings) throws ListenException {
    HttpServer server = stack.vertx().createHttpServer(options(settings));
    Exchanges exchanges = new Exchanges(stack, settings);
    server.requestHandler(exchanges::begin);
    server.invalidRequestHandler(exchanges::invalid);
    try {
      server.listen().toCompletionStage().toCompletableFuture().get(OPEN_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed(settings, e);
    } catch (ExecutionException e) {
      throw failed(settings, e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      throw failed(settings, e);
    }
    return new Listener(settings, server);
  }

  private static ListenException failed(ListenerSettings settings, Throwable cause) {
    boolean isTaken = isTaken(cause);
    String what = isTaken ? "another process listens there" : String.valueOf(cause.getMessage());
    return new ListenException(
        settings.name() + " cannot listen on " + settings.address() + ": " + what, isTaken, cause);
  }

  /** Native transports have exceptions of their own for it. */
  private static boolean isTaken(@Nullable Throwable cause) {
    for (Throwable t = cause; t != null; t = t.getCause()) {
      String message = String.valueOf(t.getMessage());
      if (message.contains("Address already in use")
          || (t instanceof BindException && message.contains("in use"))) {
        return true;
      }
    }
    return false;
  }

  private static HttpServerOptions options(ListenerSettings settings) {
    HttpServerOptions options =
        new HttpServerOptions()
            .setHost(settings.address().host())
            .setPort(settings.address().port())
            .setHttp2ClearTextEnabled(true)
            .setHandle100ContinueAutomatically(true)
            .setMaxInitialLineLength(ListenLimits.MAX_HEADER_BYTES)
            .setMaxHeaderSize(ListenLimits.MAX_HEADER_BYTES)
            .setIdleTimeout((int) ListenLimits.IDLE.toSeconds())
            .setIdleTimeoutUnit(TimeUnit.SECONDS)
            .setDecompressionSupported(false)
            .setCompressionSupported(false)
            .setHttp2ConnectionWindowSize(CONNECTION_WINDOW_BYTES)
            .setInitialSettings(
                new Http2Settings()
                    .setInitialWindowSize(STREAM_WINDOW_BYTES)
                    .setMaxConcurrentStreams(MAX_STREAMS)
                    .setMaxHeaderListSize(ListenLimits.MAX_HEADER_BYTES));
    TlsFiles tls = settings.tls();
    if (tls != null) {
      options.setSsl(true).setUseAlpn(true).setKeyCertOptions(identity(tls));
      if (tls.clientCa() != null) {
        options.setClientAuth(ClientAuth.REQUIRED).setTrustOptions(trust(tls));
      }
    }
    return options;
  }

  private static PemKeyCertOptions identity(TlsFiles tls) {
    return new PemKeyCertOptions()
        .setCertPath(tls.certificate().toString())
        .setKeyPath(tls.key().toString());
  }

  private static PemTrustOptions trust(TlsFiles tls) {
    return new PemTrustOptions().addCertPath(String.valueOf(tls.clientCa()));
  }

  /** Reads the files again; connections that are open keep what they have. Blocks. */
  public void reloadTls() throws ListenException {
    TlsFiles tls = settings.tls();
    if (tls == null) {
      return;
    }
    ServerSSLOptions ssl = new ServerSSLOptions().setKeyCertOptions(identity(tls));
    if (tls.clientCa() != null) {
      ssl.setClientAuth(ClientAuth.REQUIRED).setTrustOptions(trust(tls));
    }
    try {
      server
          .updateSSLOptions(ssl, true)
          .toCompletionStage()
          .toCompletableFuture()
          .get(OPEN_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      throw new ListenException(
          settings.name() + " keeps its certificate, the new one cannot be used: " + e.getMessage(),
          false,
          e);
    }
  }

  public ListenerSettings settings() {
    return settings;
  }

  /** Where it stands, with the port that the system chose if none was named. */
  public ListenAddress address() {
    return settings.address().withPort(server.actualPort());
  }

  /** Takes no new connections, lets requests end for {@link ListenLimits#DRAIN}. Idempotent. */
  @Override
  public void close() {
    if (!isClosed.compareAndSet(false, true)) {
      return;
    }
    try {
      server
          .shutdown(ListenLimits.DRAIN.toMillis(), TimeUnit.MILLISECONDS)
          .toCompletionStage()
          .toCompletableFuture()
          .get(ListenLimits.DRAIN.toMillis() + 1_000, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException ignored) {
      // The port is closed; a connection that does not end is cut with the stack.
    }
  }
}
