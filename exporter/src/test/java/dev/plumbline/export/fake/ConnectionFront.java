package dev.plumbline.export.fake;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * One loopback port for gRPC and HTTP: hands a connection to the one or the other backend by its
 * first bytes, as servers on Go's HTTP port do. It can end TLS, count and cut connections, and go
 * away and come back on the same port.
 */
final class ConnectionFront implements AutoCloseable {
  private static final byte[] HTTP2_PREFACE = "PRI * HTTP/2.0".getBytes(StandardCharsets.US_ASCII);

  private static final int MAX_RECORDED_BYTES = 16 << 10;
  private static final int MAX_BINDS = 50;
  private static final long BIND_PAUSE_MILLIS = 50;
  private static final long ACCEPT_END_MILLIS = 10_000;

  private final ByteArrayOutputStream firstBytes = new ByteArrayOutputStream();
  private final int grpcPort;
  private final int httpPort;
  private final @Nullable SSLContext tls;
  private final boolean needsClientCertificate;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger accepted = new AtomicInteger();
  private volatile ServerSocket listener;
  private volatile Thread acceptor;
  private volatile String[] tlsProtocols = {"TLSv1.3", "TLSv1.2"};
  private final int port;

  ConnectionFront(
      int grpcPort, int httpPort, @Nullable SSLContext tls, boolean needsClientCertificate) {
    this.grpcPort = grpcPort;
    this.httpPort = httpPort;
    this.tls = tls;
    this.needsClientCertificate = needsClientCertificate;
    this.listener = listen(0);
    this.port = listener.getLocalPort();
  }

  int port() {
    return port;
  }

  int acceptedConnections() {
    return accepted.get();
  }

  void limitTlsTo(String... protocols) {
    tlsProtocols = protocols.clone();
  }

  byte[] firstBytesReceived() {
    synchronized (firstBytes) {
      return firstBytes.toByteArray();
    }
  }

  void dropConnections() {
    // One by one: a connection that comes meanwhile stays known.
    for (Socket connection : open) {
      closeQuietly(connection);
      open.remove(connection);
    }
  }

  /**
   * New connections are refused and the open ones are cut. The port listens for as long as the
   * thread is in its system call, so that must have returned.
   */
  void goDown() {
    try {
      listener.close();
      acceptor.join(ACCEPT_END_MILLIS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    dropConnections();
  }

  void comeUp() {
    // The kernel may take a moment to free the port.
    for (int attempt = 1; ; attempt++) {
      try {
        listener = listen(port);
        return;
      } catch (UncheckedIOException e) {
        if (attempt == MAX_BINDS) {
          throw e;
        }
        pause();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(BIND_PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private ServerSocket listen(int wanted) {
    try {
      ServerSocket socket =
          tls == null ? new ServerSocket() : tls.getServerSocketFactory().createServerSocket();
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), wanted));
      if (socket instanceof SSLServerSocket) {
        ((SSLServerSocket) socket).setNeedClientAuth(needsClientCertificate);
      }
      acceptor = daemon("fake-front-accept", () -> acceptAll(socket));
      return socket;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void acceptAll(ServerSocket socket) {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        accepted.incrementAndGet();
        open.add(client);
        if (socket.isClosed()) {
          // Went down between the accept and here: nobody else knows this connection.
          closeQuietly(client);
        }
        daemon("fake-front-connection", () -> serve(client));
      } catch (IOException ignored) {
        // Closed, or the client went away.
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      if (client instanceof SSLSocket) {
        SSLSocket secure = (SSLSocket) client;
        secure.setEnabledProtocols(tlsProtocols);
        secure.setHandshakeApplicationProtocolSelector((socket, offered) -> choose(offered));
        secure.startHandshake();
      }
      InputStream in = client.getInputStream();
      byte[] first = in.readNBytes(HTTP2_PREFACE.length);
      try (Socket backend =
          new Socket(
              InetAddress.getLoopbackAddress(),
              Arrays.equals(first, HTTP2_PREFACE) ? grpcPort : httpPort)) {
        open.add(backend);
        backend.getOutputStream().write(first);
        if (accepted.get() == 1) {
          record(first, first.length);
        }
        daemon("fake-front-answers", () -> copy(backend, client, false));
        copy(client, backend, accepted.get() == 1);
      }
    } catch (IOException ignored) {
      // A handshake that failed or a cut connection: what the test is about.
    } finally {
      open.remove(client);
    }
  }

  private static String choose(List<String> offered) {
    return offered.contains("h2") ? "h2" : offered.contains("http/1.1") ? "http/1.1" : "";
  }

  private void copy(Socket from, Socket to, boolean isRecorded) {
    byte[] buffer = new byte[16 << 10];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        out.write(buffer, 0, n);
        if (isRecorded) {
          record(buffer, n);
        }
        out.flush();
      }
    } catch (IOException ignored) {
      // One side has gone; the other follows.
    } finally {
      closeQuietly(from);
      closeQuietly(to);
      open.remove(from);
      open.remove(to);
    }
  }

  private void record(byte[] bytes, int length) {
    synchronized (firstBytes) {
      firstBytes.write(bytes, 0, Math.min(length, MAX_RECORDED_BYTES - firstBytes.size()));
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException ignored) {
      // It is gone either way.
    }
  }

  private static Thread daemon(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  @Override
  public void close() {
    goDown();
  }
}
