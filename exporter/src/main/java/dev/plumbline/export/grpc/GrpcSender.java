package dev.plumbline.export.grpc;

import static java.util.Objects.requireNonNull;

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
import dev.plumbline.fault.FaultText;
import io.grpc.CallOptions;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.netty.GrpcSslContexts;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslProvider;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * OTLP over gRPC. The channel is opened by the first request. It is thrown away, and the next
 * request opens another with the name resolved anew, when a call could not reach the receiver, when
 * the connection was lost in between, or when a certificate file has changed: so no back-off of the
 * library lies over the exporter's own, and a connection never changes unseen. One call at a time
 * on the exporter's thread; closing is safe from any thread.
 */
public final class GrpcSender implements RequestSender {
  private final ExporterSettings settings;
  private final ReceiverAddress address;
  private final GrpcChannels channels;
  private final CallOptions options;
  private final Metadata headers;
  private final @Nullable TlsContext tls;
  private final Object lock = new Object();

  private @Nullable TransportLoop loop;
  private @Nullable ManagedChannel channel;
  private @Nullable SslContext channelContext;
  private int failedAddresses;
  private volatile boolean isClosed;

  /**
   * Opens nothing.
   *
   * @throws IllegalArgumentException if the endpoint is none that gRPC takes
   */
  public GrpcSender(ExporterSettings settings) {
    this.settings = requireNonNull(settings, "settings");
    this.options =
        settings.compression() == Compression.GZIP
            ? CallOptions.DEFAULT.withCompression(GzipOnce.NAME)
            : CallOptions.DEFAULT;
    this.headers = GrpcHeaders.of(settings.name(), settings.headers());
    this.address = ReceiverAddress.parse(settings.endpoint());
    this.channels = new GrpcChannels(settings, address.authority(), headers);
    this.tls =
        settings.security() == ChannelSecurity.TLS
            ? new TlsContext(
                settings.tls(), builder -> GrpcSslContexts.configure(builder, SslProvider.JDK))
            : null;
  }

  @Override
  public @Nullable ExportResult sendConnected(ExportRequest request, long timeoutNanos) {
    try {
      SslContext context = tls == null ? null : tls.current();
      return isConnected() && context == channelContext
          ? call(request, System.nanoTime() + timeoutNanos)
          : null;
    } catch (TlsFilesException e) {
      return filesFailed(e);
    }
  }

  @Override
  public ExportResult send(ExportRequest request, long timeoutNanos) {
    long deadlineNanos = System.nanoTime() + timeoutNanos;
    try {
      SslContext context = tls == null ? null : tls.current();
      if (isConnected() && context == channelContext) {
        return call(request, deadlineNanos);
      }
      List<SocketAddress> addresses = address.lookUp();
      ExportResult result;
      int tries = 0;
      do {
        SocketAddress next = addresses.get(failedAddresses % addresses.size());
        open(next, context);
        result = call(request, deadlineNanos);
        tries++;
      } while (couldNotConnect(result)
          && tries < addresses.size()
          && System.nanoTime() - deadlineNanos < 0);
      if (!isConnected()) {
        // It would connect again by itself, and later than we want to.
        discardChannel();
      }
      return result;
    } catch (TlsFilesException e) {
      return filesFailed(e);
    } catch (UnknownHostException e) {
      return ExportResult.retryAfter("unavailable", address + ": " + FaultText.of(e), 0);
    }
  }

  private static ExportResult filesFailed(TlsFilesException e) {
    return ExportResult.retryAfter("tls_files", ReceiverText.clean(e.getMessage()), 0);
  }

  private ExportResult call(ExportRequest request, long deadlineNanos) {
    ManagedChannel current;
    synchronized (lock) {
      if (channel == null) {
        throw new SenderClosedException(target());
      }
      current = channel;
    }
    Metadata copy = new Metadata();
    copy.merge(headers);
    long timeoutNanos = Math.max(1, deadlineNanos - System.nanoTime());
    UnaryCall call = UnaryCall.perform(current, options, copy, request, timeoutNanos);
    if (isClosed) {
      throw new SenderClosedException(target());
    }
    if (call.timedOut()) {
      // Perhaps the connection died and nobody told us: TCP alone takes a quarter of an hour.
      discardChannel();
    }
    return call.result();
  }

  /** Whether another address may do better. A call that the receiver has seen is not repeated. */
  private boolean couldNotConnect(ExportResult result) {
    if (result.outcome() != ExportResult.Outcome.RETRY_AFTER || isConnected()) {
      return false;
    }
    boolean refused;
    synchronized (lock) {
      refused = channel != null && channel.getState(false) == ConnectivityState.TRANSIENT_FAILURE;
    }
    failedAddresses++;
    return refused;
  }

  @Override
  public boolean isConnected() {
    synchronized (lock) {
      return channel != null && channel.getState(false) == ConnectivityState.READY;
    }
  }

  @Override
  public String target() {
    return settings.endpoint();
  }

  @Override
  public void close() {
    synchronized (lock) {
      isClosed = true;
      discardChannel();
      if (loop != null) {
        loop.close();
        loop = null;
      }
    }
  }

  private void open(SocketAddress next, @Nullable SslContext context) throws UnknownHostException {
    synchronized (lock) {
      if (isClosed) {
        throw new SenderClosedException(target());
      }
      discardChannel();
      if (loop == null) {
        loop = TransportLoop.open(settings.name());
      }
      if (address.isUnixSocket() && !loop.supportsUnixSockets()) {
        throw new UnknownHostException(TransportLoop.UNIX_SOCKETS_NEED_EPOLL);
      }
      channel = channels.open(loop, next, context);
      channelContext = context;
      endWithConnection(channel, ConnectivityState.IDLE);
    }
  }

  /**
   * A channel whose connection is lost would make itself another one for the next call, and nobody
   * would know. So it ends with its connection. The callback comes on the event loop, before any
   * call can go over another connection.
   */
  private static void endWithConnection(ManagedChannel watched, ConnectivityState seen) {
    watched.notifyWhenStateChanged(
        seen,
        () -> {
          ConnectivityState now = watched.getState(false);
          if (seen == ConnectivityState.READY) {
            watched.shutdownNow();
          } else if (now != ConnectivityState.SHUTDOWN) {
            endWithConnection(watched, now);
          }
        });
  }

  private void discardChannel() {
    synchronized (lock) {
      if (channel != null) {
        channel.shutdownNow();
        channel = null;
      }
    }
  }
}
