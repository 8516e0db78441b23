package dev.plumbline.listen.server;

import dev.plumbline.listen.ListenLimits;
import dev.plumbline.listen.ListenerSettings;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.impl.ConnectionBase;
import io.vertx.core.transport.Transport;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;

/**
 * Puts {@link FirstWords} and what follows a last word into each connection when it is accepted, by
 * way of the transport: the server library has no other place where we could. Thread-safe.
 */
final class Acceptance {
  private static final String CONFIGURE = "configure";

  /** Its own handler's name in a pipeline. */
  private static final String LIBRARY = "handler";

  private final RefusalCounter refusals;
  private volatile String listener = "";
  private volatile Duration patience = ListenLimits.FIRST_HEAD;

  Acceptance(RefusalCounter refusals) {
    this.refusals = refusals;
  }

  /** The listener that opens next. */
  void next(ListenerSettings settings) {
    Duration head = settings.rules().head();
    listener = settings.name();
    patience = head.isZero() ? ListenLimits.FIRST_HEAD : head;
  }

  /** It is known what the connection speaks. On its event loop. */
  static void known(HttpConnection connection) {
    if (connection instanceof ConnectionBase base) {
      ChannelPipeline pipeline = base.channel().pipeline();
      if (pipeline.get(FirstWords.class) != null) {
        pipeline.remove(FirstWords.class);
      }
      if (connection.protocolVersion() != HttpVersion.HTTP_2) {
        pipeline.addBefore(LIBRARY, null, new Turns());
      }
    }
  }

  /** The system's own transport where its library is there, as the server library chooses it. */
  Transport transport() {
    Transport wanted = Transport.nativeTransport();
    Transport used = wanted != null && wanted.available() ? wanted : Transport.NIO;
    io.vertx.core.spi.transport.Transport inner = used.implementation();
    Object watched =
        Proxy.newProxyInstance(
            Acceptance.class.getClassLoader(),
            new Class<?>[] {io.vertx.core.spi.transport.Transport.class},
            (proxy, method, arguments) -> call(inner, method, arguments));
    return new WatchedTransport(used, (io.vertx.core.spi.transport.Transport) watched);
  }

  private Object call(Object inner, Method method, Object[] arguments) throws Throwable {
    try {
      Object answer = method.invoke(inner, arguments);
      if (method.getName().equals(CONFIGURE)
          && arguments[arguments.length - 1] instanceof ServerBootstrap bootstrap) {
        bootstrap.handler(new Door(listener, patience, refusals));
      }
      return answer;
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** Of one listener: sees its connections before anybody else does. */
  @ChannelHandler.Sharable
  private static final class Door extends ChannelInboundHandlerAdapter {
    private final String listener;
    private final Duration patience;
    private final RefusalCounter refusals;

    Door(String listener, Duration patience, RefusalCounter refusals) {
      this.listener = listener;
      this.patience = patience;
      this.refusals = refusals;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object accepted) {
      if (accepted instanceof Channel connection) {
        connection.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
        FirstWords firstWords = new FirstWords(patience);
        connection
            .pipeline()
            .addLast(
                firstWords, new HandshakeWatch(listener, firstWords, refusals), new LastWord());
      }
      context.fireChannelRead(accepted);
    }
  }

  /**
   * Nobody but {@link Turns} can tell whether a client that says nothing more waits for an answer:
   * without it the connection ends, as that of HTTP/2 does in other servers too.
   */
  private static final class LastWord extends ChannelInboundHandlerAdapter {
    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
      if (event instanceof ChannelInputShutdownEvent
          && context.pipeline().get(Turns.class) == null) {
        ChannelFuture ignored = context.close();
      }
      context.fireUserEventTriggered(event);
    }
  }

  /** One of the server library's under our watch. */
  private record WatchedTransport(
      Transport used, io.vertx.core.spi.transport.Transport implementation) implements Transport {
    @Override
    public String name() {
      return used.name();
    }

    @Override
    public boolean available() {
      return used.available();
    }

    @Override
    public Throwable unavailabilityCause() {
      return used.unavailabilityCause();
    }
  }
}
