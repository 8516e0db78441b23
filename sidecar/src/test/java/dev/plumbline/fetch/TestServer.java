package dev.plumbline.fetch;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The JDK's HTTP server on loopback, which notes the requests that it gets. */
public final class TestServer implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> notes = new CopyOnWriteArrayList<>();

  private TestServer(HttpServer server) {
    this.server = server;
  }

  public static TestServer start() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    TestServer started = new TestServer(server);
    server.setExecutor(started.threads);
    server.start();
    return started;
  }

  /** Serves a path and all below it. */
  public void at(String path, HttpHandler handler) {
    server.createContext(
        path,
        exchange -> {
          try (exchange) {
            handler.handle(exchange);
          }
        });
  }

  /** Answers with that, in ISO 8859-1. */
  public static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  public void note(String text) {
    notes.add(text);
  }

  public List<String> notes() {
    return notes;
  }

  public URI url(String path) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
