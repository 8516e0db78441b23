package dev.plumbline.fetch;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server of HTTP/1.1 on loopback that answers no request before so many wait, and counts the
 * connections that clients open and close. Thread-safe.
 */
final class HeldServer implements AutoCloseable {
  private static final byte[] ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx".getBytes(US_ASCII);

  private final ServerSocket listening = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();
  private volatile CyclicBarrier together = new CyclicBarrier(1);

  HeldServer() throws IOException {
    threads.execute(this::accept);
  }

  /** How many requests are answered together from now on. */
  void together(int requests) {
    together = new CyclicBarrier(requests);
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listening.accept();
        opened.incrementAndGet();
        sockets.add(socket);
        threads.execute(() -> serve(socket));
      }
    } catch (IOException ignored) {
      // closed
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      while (isRequest(socket.getInputStream())) {
        together.await();
        socket.getOutputStream().write(ANSWER);
      }
    } catch (IOException | BrokenBarrierException ignored) {
      // The other side, or the test, has ended.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    closed.incrementAndGet();
  }

  /** Reads a head; false at the end of the connection. */
  private static boolean isRequest(InputStream in) throws IOException {
    int newlines = 0;
    for (int next = in.read(); next >= 0; next = in.read()) {
      newlines = next == '\n' ? newlines + 1 : next == '\r' ? newlines : 0;
      if (newlines == 2) {
        return true;
      }
    }
    return false;
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + listening.getLocalPort() + "/");
  }

  int opened() {
    return opened.get();
  }

  int closed() {
    return closed.get();
  }

  @Override
  public void close() throws IOException {
    listening.close();
    for (Socket socket : sockets) {
      socket.close();
    }
    threads.shutdownNow();
  }
}
