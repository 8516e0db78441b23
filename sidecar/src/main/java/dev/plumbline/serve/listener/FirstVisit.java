package dev.plumbline.serve.listener;

import dev.plumbline.listen.ListenAddress;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Visits the page once, so that the first person does not wait until all classes are loaded that
 * answer: a third of a second of CPU, several on a busy machine. Stateless; a thread of its own.
 */
final class FirstVisit {
  private static final Logger logger = Logger.getLogger(FirstVisit.class.getName());
  private static final List<String> PATHS = List.of("/", "/api/v1/status");
  private static final int PATIENCE_MILLIS = 30_000;

  private FirstVisit() {}

  /**
   * Returns at once.
   *
   * @param page which anybody on this machine may visit
   */
  static void start(ListenAddress page) {
    Thread thread = new Thread(() -> visit(page), "plumbline-first-visit");
    thread.setDaemon(true);
    thread.start();
  }

  private static void visit(ListenAddress page) {
    try {
      for (String path : PATHS) {
        get(page, path);
      }
    } catch (IOException e) {
      logger.log(Level.FINE, "the page did not answer its first visit", e);
    }
  }

  private static void get(ListenAddress page, String path) throws IOException {
    try (Socket socket = new Socket(page.host(), page.port());
        InputStream in = socket.getInputStream()) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      String request =
          "GET " + path + " HTTP/1.1\r\nHost: " + page + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      in.transferTo(OutputStream.nullOutputStream());
    }
  }
}
