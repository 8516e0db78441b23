package dev.plumbline.listen.server;

import dev.plumbline.listen.ConnectionRules;
import dev.plumbline.listen.ListenLimits;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;
import io.vertx.core.transport.Transport;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;

/**
 * Puts {@link FirstWords} into each connection when it is accepted, by way of the transport: the
 * server library has no other place where we could. Thread-safe.
 */
final class Acceptance {
  private static final String CONFIGURE = "configure";

  private volatile Duration patience = ListenLimits.FIRST_HEAD;

  /** Of the listener that opens next. */
  void rules(ConnectionRules rules) {
    patience = rules.head().isZero() ? ListenLimits.FIRST_HEAD : rules.head();
  }

  /** It is known what the connection speaks. On its event loop. */
  static void known(HttpConnection connection) {
    if (connection instanceof ConnectionBase base) {
      ChannelPipeline pipeline = base.channel().pipeline();
      if (pipeline.get(FirstWords.class) != null) {
        pipeline.remove(FirstWords.class);
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
        bootstrap.handler(new Door(patience));
      }
      return answer;
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** Of one listener: sees its connections before anybody else does. */
  @ChannelHandler.Sharable
  private static final class Door extends ChannelInboundHandlerAdapter {
    private final Duration patience;

    Door(Duration patience) {
      this.patience = patience;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object accepted) {
      if (accepted instanceof Channel connection) {
        connection.pipeline().addLast(new FirstWords(patience));
      }
      context.fireChannelRead(accepted);
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
