package dev.plumbline.export.transport;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * The one daemon thread {@code plumbline-export-NAME-io} on which an exporter's connections live:
 * on epoll, or on NIO where epoll's library cannot be loaded. Thread-safe once made.
 */
public final class TransportLoop implements AutoCloseable {
  /** What to say of an endpoint that is a unix socket where there is no epoll. */
  public static final String UNIX_SOCKETS_NEED_EPOLL =
      "unix sockets need epoll, whose library cannot be loaded here: use a TCP endpoint";

  private static final long CLOSE_MILLIS = 100;

  private final EventLoopGroup group;
  private final boolean epoll;

  private TransportLoop(EventLoopGroup group, boolean epoll) {
    this.group = group;
    this.epoll = epoll;
  }

  /** Starts no thread yet: the first connection does. */
  public static TransportLoop open(String exporterName) {
    boolean epoll = epollIsAvailable();
    IoHandlerFactory handlers = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    DefaultThreadFactory threads =
        new DefaultThreadFactory("plumbline-export-" + exporterName + "-io", true) {
          @Override
          protected Thread newThread(Runnable task, String name) {
            // One thread: the running number that the factory appends says nothing.
            return super.newThread(task, name.substring(0, name.lastIndexOf("-io") + 3));
          }
        };
    return new TransportLoop(new MultiThreadIoEventLoopGroup(1, threads, handlers), epoll);
  }

  private static boolean epollIsAvailable() {
    try {
      return Epoll.isAvailable();
    } catch (LinkageError ignored) {
      // A class path without the native part, or one of another Netty: NIO serves.
      return false;
    }
  }

  public EventLoopGroup group() {
    return group;
  }

  public Class<? extends Channel> socketChannel() {
    return epoll ? EpollSocketChannel.class : NioSocketChannel.class;
  }

  /** Unix sockets need epoll. */
  public boolean supportsUnixSockets() {
    return epoll;
  }

  public Class<? extends Channel> unixSocketChannel() {
    return EpollDomainSocketChannel.class;
  }

  @Override
  public void close() {
    // Nothing is sent any more and the thread is a daemon: nobody has to wait for its end.
    Future<?> unused = group.shutdownGracefully(0, CLOSE_MILLIS, TimeUnit.MILLISECONDS);
  }
}
