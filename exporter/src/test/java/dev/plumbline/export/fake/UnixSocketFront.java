package dev.plumbline.export.fake;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** A unix socket in front of a {@link FakeCollector}. */
public final class UnixSocketFront implements AutoCloseable {
  private final ServerSocketChannel listener;
  private final InetSocketAddress behind;
  private final Path socket;

  private UnixSocketFront(Path socket, FakeCollector collector) {
    this.socket = socket;
    try {
      behind = new InetSocketAddress(InetAddress.getLoopbackAddress(), collector.port());
      listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      listener.bind(UnixDomainSocketAddress.of(socket));
      daemon(this::acceptAll);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static UnixSocketFront listen(Path socket, FakeCollector collector) {
    return new UnixSocketFront(socket, collector);
  }

  /** Where it listens. */
  public Path socket() {
    return socket;
  }

  private void acceptAll() {
    while (listener.isOpen()) {
      try {
        SocketChannel client = listener.accept();
        SocketChannel backend = SocketChannel.open(behind);
        daemon(() -> copy(client, backend));
        daemon(() -> copy(backend, client));
      } catch (IOException ignored) {
        // Closed.
      }
    }
  }

  private static void copy(SocketChannel from, SocketChannel to) {
    ByteBuffer buffer = ByteBuffer.allocate(16 << 10);
    try (from;
        to) {
      while (from.read(buffer) >= 0) {
        buffer.flip();
        while (buffer.hasRemaining()) {
          to.write(buffer);
        }
        buffer.clear();
      }
    } catch (IOException ignored) {
      // One side has gone; the other follows.
    }
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(task, "fake-unix-front");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
