package dev.plumbline.it.bars;

import dev.plumbline.listen.ListenAddress;
import dev.plumbline.listen.ListenerSettings;
import dev.plumbline.listen.grpc.GrpcReply;
import dev.plumbline.listen.grpc.GrpcRoute;
import dev.plumbline.listen.server.ServerStack;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A gRPC receiver of profiles in a process of its own, so that its CPU is not that of what is
 * measured. It takes everything and looks at nothing. The process ends with its standard input.
 */
final class AcceptingReceiver implements AutoCloseable {
  private static final String SERVICE =
      "opentelemetry.proto.collector.profiles.v1development.ProfilesService";
  private static final int MAX_MESSAGE_BYTES = 16 << 20;

  private final Process process;
  private final int port;

  private AcceptingReceiver(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  static AcceptingReceiver start() throws IOException {
    final String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    final Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-cp",
                classPath,
                AcceptingReceiver.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    final BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    final String line = out.readLine();
    if (line == null) {
      throw new IOException("the receiver ended at once");
    }
    return new AcceptingReceiver(process, Integer.parseInt(line));
  }

  int port() {
    return port;
  }

  /** Until the standard input ends. */
  public static void main(String[] arguments) throws Exception {
    try (ServerStack stack = new ServerStack((listener, path, status, reason) -> {})) {
      final int port =
          stack
              .open(
                  ListenerSettings.builder("receiver", ListenAddress.loopback(0))
                      .routes(
                          List.of(
                              GrpcRoute.of(
                                  SERVICE,
                                  "Export",
                                  MAX_MESSAGE_BYTES,
                                  (message, call) -> GrpcReply.ok(new byte[0]))))
                      .build())
              .address()
              .port();
      System.out.println(port);
      System.out.flush();
      while (System.in.read() >= 0) {
        // Nothing is said to it.
      }
    }
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
