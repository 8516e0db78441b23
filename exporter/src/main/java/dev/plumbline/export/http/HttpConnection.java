package dev.plumbline.export.http;

import dev.plumbline.export.transport.ReceiverAddress;
import dev.plumbline.export.transport.TransportLoop;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One connection, kept alive between exchanges, one exchange at a time. A connection that is made
 * tries the host's addresses one after the other. Confined to the exporter's thread; {@link #close}
 * is safe from any thread and ends an exchange under way.
 */
final class HttpConnection implements AutoCloseable {
  private final TransportLoop loop;
  private final ReceiverAddress address;
  private final String serverName;
  private final int maxAnswerBytes;
  private AnswerHandler answers = new AnswerHandler();
  private volatile @Nullable Channel channel;
  private volatile @Nullable CompletableFuture<HttpAnswer> pending;
  private volatile boolean isClosed;

  /**
   * @param serverName what a certificate must carry
   * @param maxAnswerBytes of a body; beyond it the exchange fails
   */
  HttpConnection(
      TransportLoop loop, ReceiverAddress address, String serverName, int maxAnswerBytes) {
    this.loop = loop;
    this.address = address;
    this.serverName = serverName;
    this.maxAnswerBytes = maxAnswerBytes;
  }

  boolean isConnected() {
    Channel current = channel;
    return current != null && current.isActive();
  }

  /**
   * Makes a connection if there is none, in place of the one before.
   *
   * @param tls null for plaintext
   * @throws ConnectFailedException if no address took the connection or its TLS failed
   */
  void connect(@Nullable SslContext tls, long timeoutNanos) throws IOException {
    disconnect();
    long deadlineNanos = System.nanoTime() + timeoutNanos;
    IOException failure = null;
    for (SocketAddress next : lookUp()) {
      long left = deadlineNanos - System.nanoTime();
      if (left <= 0 || isClosed) {
        break;
      }
      try {
        channel = open(next, tls, left);
        return;
      } catch (IOException e) {
        failure = e;
      }
    }
    throw failure == null ? new ConnectFailedException("no connection in time", null) : failure;
  }

  private Iterable<SocketAddress> lookUp() throws ConnectFailedException {
    if (address.isUnixSocket() && !loop.supportsUnixSockets()) {
      throw new ConnectFailedException(TransportLoop.UNIX_SOCKETS_NEED_EPOLL, null);
    }
    try {
      return address.lookUp();
    } catch (IOException e) {
      throw new ConnectFailedException("host " + address.host() + " cannot be looked up", e);
    }
  }

  private Channel open(SocketAddress to, @Nullable SslContext tls, long timeoutNanos)
      throws ConnectFailedException {
    long deadlineNanos = System.nanoTime() + timeoutNanos;
    answers = new AnswerHandler();
    int timeoutMillis = (int) Math.min(Integer.MAX_VALUE, 1 + timeoutNanos / 1_000_000);
    Bootstrap bootstrap =
        new Bootstrap()
            .group(loop.group())
            .channel(
                to instanceof InetSocketAddress ? loop.socketChannel() : loop.unixSocketChannel())
            .option(ChannelOption.ALLOCATOR, new UnpooledByteBufAllocator(true, true))
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, timeoutMillis)
            .handler(new Pipeline(tls, answers));
    ChannelFuture connecting = bootstrap.connect(to);
    Channel opened = connecting.channel();
    try {
      finish(connecting, deadlineNanos);
      SslHandler handler = opened.pipeline().get(SslHandler.class);
      if (handler != null) {
        finish(handler.handshakeFuture(), deadlineNanos);
      }
      return opened;
    } catch (ConnectFailedException e) {
      closeNow(opened);
      throw e;
    }
  }

  private static void finish(Future<?> future, long deadlineNanos) throws ConnectFailedException {
    try {
      if (!future.await(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        throw new ConnectFailedException("no connection in time", null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConnectFailedException("interrupted", e);
    }
    if (!future.isSuccess()) {
      throw new ConnectFailedException("cannot connect", future.cause());
    }
  }

  /**
   * Sends over the connection and waits for the whole answer.
   *
   * @throws IOException if the connection fails or the answer is no HTTP, too large or late; it is
   *     closed then
   */
  HttpAnswer exchange(FullHttpRequest request, long timeoutNanos) throws IOException {
    Channel current = channel;
    CompletableFuture<HttpAnswer> answer = new CompletableFuture<>();
    pending = answer;
    if (current == null || isClosed) {
      throw new IOException("connection closed");
    }
    // If the receiver closes just now, the handler has nobody to tell, but the write fails.
    answers.expect(answer);
    current
        .writeAndFlush(request)
        .addListener(
            written -> {
              if (!written.isSuccess()) {
                answer.completeExceptionally(written.cause());
              }
            });
    try {
      return answer.get(timeoutNanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      disconnect();
      throw new IOException("no answer in time", e);
    } catch (ExecutionException | CancellationException e) {
      disconnect();
      throw new IOException("connection failed", e);
    } catch (InterruptedException e) {
      disconnect();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      pending = null;
    }
  }

  private void disconnect() {
    Channel current = channel;
    channel = null;
    if (current != null) {
      closeNow(current);
    }
  }

  private static void closeNow(Channel current) {
    // Nothing depends on when the socket is gone.
    Future<?> unused = current.close();
  }

  @Override
  public void close() {
    isClosed = true;
    disconnect();
    CompletableFuture<HttpAnswer> waiting = pending;
    if (waiting != null) {
      waiting.cancel(false);
    }
  }

  private final class Pipeline extends ChannelInitializer<Channel> {
    private final @Nullable SslContext tls;
    private final AnswerHandler answers;

    Pipeline(@Nullable SslContext tls, AnswerHandler answers) {
      this.tls = tls;
      this.answers = answers;
    }

    @Override
    protected void initChannel(Channel opened) {
      if (tls != null) {
        opened.pipeline().addLast(tls.newHandler(opened.alloc(), serverName, address.port()));
      }
      opened
          .pipeline()
          .addLast(new HttpClientCodec())
          .addLast(new HttpObjectAggregator(maxAnswerBytes))
          .addLast(answers);
    }
  }
}
