package dev.plumbline.listen.server;

import dev.plumbline.fault.FaultText;
import dev.plumbline.listen.ListenAddress;
import dev.plumbline.listen.ListenLimits;
import dev.plumbline.listen.ListenerSettings;
import dev.plumbline.listen.ServerTls;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerConfig;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.net.BindException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.GeneralSecurityException;
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
    if (settings.address().isUnix()) {
      removeStale(settings);
    }
    HttpServer server = create(stack, settings);
    Exchanges exchanges = new Exchanges(stack, settings);
    server.connectionHandler(exchanges::opened);
    server.requestHandler(exchanges::begin);
    server.invalidRequestHandler(exchanges::invalid);
    try {
      server
          .listen(socket(settings.address()))
          .toCompletionStage()
          .toCompletableFuture()
          .get(OPEN_SECONDS, TimeUnit.SECONDS);
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

  private static HttpServer create(ServerStack stack, ListenerSettings settings)
      throws ListenException {
    ServerTls tls = settings.tls();
    if (tls == null) {
      return stack.vertx().createHttpServer(options(settings));
    }
    try {
      return stack
          .vertx()
          .createHttpServer(new HttpServerConfig(options(settings)), TlsOptions.of(tls));
    } catch (IOException | GeneralSecurityException e) {
      throw failed(settings, e);
    }
  }

  private static ListenException failed(ListenerSettings settings, Throwable cause) {
    boolean isTaken = isTaken(cause);
    String what = isTaken ? "another process listens there" : FaultText.of(cause);
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
            .setIdleTimeout((int) Math.min(Integer.MAX_VALUE, settings.rules().idle().toMillis()))
            .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
            .setDecompressionSupported(false)
            .setCompressionSupported(false)
            .setHttp2ConnectionWindowSize(CONNECTION_WINDOW_BYTES)
            .setInitialSettings(
                new Http2Settings()
                    .setInitialWindowSize(STREAM_WINDOW_BYTES)
                    .setMaxConcurrentStreams(MAX_STREAMS)
                    .setMaxHeaderListSize(ListenLimits.MAX_HEADER_BYTES));
    return options;
  }

  /** A socket that a process left behind which ended without a word keeps us from binding. */
  private static void removeStale(ListenerSettings settings) throws ListenException {
    Path path = Path.of(settings.address().host());
    UnixDomainSocketAddress address = UnixDomainSocketAddress.of(path);
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (SocketChannel other = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      other.connect(address);
    } catch (IOException nobodyListens) {
      deleteSocket(path);
      return;
    }
    throw new ListenException(
        settings.name() + " cannot listen on " + path + ": another process listens there",
        true,
        null);
  }

  private static void deleteSocket(Path path) {
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (attributes.isOther()) {
        Files.delete(path);
      }
    } catch (IOException ignored) {
      // Binding will say what is wrong.
    }
  }

  private static SocketAddress socket(ListenAddress address) {
    return address.isUnix()
        ? SocketAddress.domainSocketAddress(address.host())
        : SocketAddress.inetSocketAddress(address.port(), address.host());
  }

  /** Reads the files again; connections that are open keep what they have. Blocks. */
  public void reloadTls() throws ListenException {
    ServerTls tls = settings.tls();
    if (tls == null) {
      return;
    }
    try {
      server
          .updateSSLOptions(TlsOptions.of(tls), true)
          .toCompletionStage()
          .toCompletableFuture()
          .get(OPEN_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | GeneralSecurityException | ExecutionException | TimeoutException e) {
      throw new ListenException(
          settings.name()
              + " keeps its certificate, the new one cannot be used: "
              + FaultText.of(e),
          false,
          e);
    }
  }

  public ListenerSettings settings() {
    return settings;
  }

  /** Where it stands, with the port that the system chose if none was named. */
  public ListenAddress address() {
    return settings.address().isUnix()
        ? settings.address()
        : settings.address().withPort(server.actualPort());
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
    if (settings.address().isUnix()) {
      deleteSocket(Path.of(settings.address().host()));
    }
  }
}
