package dev.plumbline.fetch;

import dev.plumbline.listen.server.TestIdentity;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2PingFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2PingFrame;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLException;

/** A server of HTTP/2 on loopback that counts pings, and answers them or not. Thread-safe. */
final class PingedServer implements AutoCloseable {
  private final Pings pings;
  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();
  private final AtomicInteger pinged = new AtomicInteger();
  private final Channel listening;

  /** What becomes of pings. */
  enum Pings {
    ANSWERED,
    IGNORED
  }

  PingedServer(TestIdentity identity, Pings pings) throws SSLException {
    this.pings = pings;
    SslContext tls =
        SslContextBuilder.forServer(identity.certificate().toFile(), identity.key().toFile())
            .sslProvider(SslProvider.JDK)
            .applicationProtocolConfig(
                new ApplicationProtocolConfig(
                    ApplicationProtocolConfig.Protocol.ALPN,
                    ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                    ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                    ApplicationProtocolNames.HTTP_2))
            .build();
    this.listening =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel
                        .pipeline()
                        .addLast(
                            tls.newHandler(channel.alloc()),
                            Http2FrameCodecBuilder.forServer().autoAckPingFrame(false).build(),
                            frames());
                  }
                })
            .bind("127.0.0.1", 0)
            .syncUninterruptibly()
            .channel();
  }

  private ChannelHandler frames() {
    return new ChannelInboundHandlerAdapter() {
      @Override
      public void channelActive(ChannelHandlerContext context) {
        opened.incrementAndGet();
        context.fireChannelActive();
      }

      @Override
      public void channelInactive(ChannelHandlerContext context) {
        closed.incrementAndGet();
        context.fireChannelInactive();
      }

      @Override
      public void channelRead(ChannelHandlerContext context, Object frame) {
        if (frame instanceof Http2HeadersFrame request) {
          DefaultHttp2Headers headers = new DefaultHttp2Headers();
          headers.status("200");
          context.writeAndFlush(
              new DefaultHttp2HeadersFrame(headers, true).stream(request.stream()));
        } else if (frame instanceof Http2PingFrame ping && !ping.ack()) {
          pinged.incrementAndGet();
          if (pings == Pings.ANSWERED) {
            context.writeAndFlush(new DefaultHttp2PingFrame(ping.content(), true));
          }
        }
        ReferenceCountUtil.release(frame);
      }
    };
  }

  URI url() {
    return URI.create(
        "https://127.0.0.1:" + ((InetSocketAddress) listening.localAddress()).getPort() + "/");
  }

  int opened() {
    return opened.get();
  }

  int closed() {
    return closed.get();
  }

  int pinged() {
    return pinged.get();
  }

  @Override
  public void close() {
    listening.close().syncUninterruptibly();
    loops.shutdownGracefully(0, 10, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
