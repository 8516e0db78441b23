package dev.plumbline.listen.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;

/**
 * Tells of a handshake of TLS that fails, once the client has said anything: one that only looks
 * whether somebody listens is no trouble. Confined to the channel's event loop.
 */
final class HandshakeWatch extends ChannelInboundHandlerAdapter {
  private final String listener;
  private final FirstWords firstWords;
  private final RefusalCounter counter;

  HandshakeWatch(String listener, FirstWords firstWords, RefusalCounter counter) {
    this.listener = listener;
    this.firstWords = firstWords;
    this.counter = counter;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object bytes) {
    SslHandler tls = context.pipeline().get(SslHandler.class);
    if (tls != null) {
      String peer = peer(context.channel());
      Future<Channel> ignored =
          tls.handshakeFuture()
              .addListener(
                  ended -> {
                    Throwable cause = ended.cause();
                    if (cause != null) {
                      failed(peer, cause);
                    }
                  });
    }
    context.pipeline().remove(this);
    context.fireChannelRead(bytes);
  }

  private void failed(String peer, Throwable cause) {
    HandshakeFault fault = firstWords.isOver() ? HandshakeFault.TIMEOUT : HandshakeFault.of(cause);
    counter.handshakeFailed(listener, peer, fault, fault.words(cause));
  }

  /** Without port, as that of requests; empty for a unix socket. */
  private static String peer(Channel channel) {
    return channel.remoteAddress() instanceof InetSocketAddress address
        ? address.getAddress().getHostAddress()
        : "";
  }
}
