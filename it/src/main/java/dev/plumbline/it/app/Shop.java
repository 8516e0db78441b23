package dev.plumbline.it.app;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A web shop on a loopback port with its own customers, for a first look at profiles: it sorts,
 * calculates, formats, allocates and queues before one till. Runs until it is ended.
 */
public final class Shop {
  private static final int SERVER_THREADS = 4;
  private static final int CUSTOMERS = 3;
  private static final String[] PATHS = {"/search", "/quote", "/search", "/quote", "/checkout"};

  private Shop() {}

  public static void main(String[] args) throws IOException {
    final HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    final ExecutorService workers = Executors.newFixedThreadPool(SERVER_THREADS);
    server.setExecutor(workers);
    final ShopDesk desk = new ShopDesk();
    server.createContext("/search", exchange -> desk.answer(exchange, desk::search));
    server.createContext("/quote", exchange -> desk.answer(exchange, desk::quote));
    server.createContext("/checkout", exchange -> desk.answer(exchange, desk::checkout));
    server.start();

    final int port = server.getAddress().getPort();
    for (int i = 0; i < CUSTOMERS; i++) {
      final int seed = i;
      new Thread(() -> shop(port, seed), "customer-" + i).start();
    }
  }

  private static void shop(int port, int seed) {
    int visit = seed;
    while (!Thread.currentThread().isInterrupted()) {
      visit++;
      try {
        get(port, PATHS[visit % PATHS.length] + "?" + visit);
      } catch (IOException closing) {
        return;
      }
    }
  }

  private static void get(int port, String path) throws IOException {
    final URL url = new URL("http", InetAddress.getLoopbackAddress().getHostAddress(), port, path);
    final HttpURLConnection connection = (HttpURLConnection) url.openConnection();
    try (InputStream body = connection.getInputStream()) {
      body.readAllBytes();
    }
  }
}
