package dev.plumbline.export.fake;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyServerBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * An OTLP receiver on one loopback port, gRPC and HTTP, that records what came over the wire and
 * does what the test scripts: the scripted replies first, one a request, then the standing one.
 * Thread-safe.
 */
public final class FakeCollector implements AutoCloseable {
  /** The one path of the gRPC service. */
  public static final String GRPC_PATH =
      "/opentelemetry.proto.collector.profiles.v1development.ProfilesService/Export";

  private static final MethodDescriptor.Marshaller<byte[]> BYTES =
      new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(byte[] value) {
          return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
          try {
            return stream.readAllBytes();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      };

  private final Queue<FakeReply> script = new ConcurrentLinkedQueue<>();
  private final List<ReceivedRequest> received = new CopyOnWriteArrayList<>();
  private final List<ReceivedRequest> stored = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool(FakeCollector::daemon);
  private final Server grpc;
  private final HttpServer http;
  private final ConnectionFront front;
  private volatile Function<ReceivedRequest, FakeReply> standing = request -> FakeReply.ACCEPT;
  private volatile Function<String, @Nullable String> pages = path -> null;

  private FakeCollector(@Nullable SSLContext tls, boolean needsClientCertificate) {
    try {
      InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      grpc =
          NettyServerBuilder.forAddress(any)
              .executor(threads)
              .maxInboundMessageSize(64 << 20)
              .addService(service())
              .build()
              .start();
      http = HttpServer.create(any, 0);
      http.setExecutor(threads);
      http.createContext("/", this::serveHttp);
      http.start();
      front =
          new ConnectionFront(
              grpc.getPort(), http.getAddress().getPort(), tls, needsClientCertificate);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Clear text. */
  public static FakeCollector start() {
    return new FakeCollector(null, false);
  }

  /** TLS of that context; any client may connect. */
  public static FakeCollector startTls(SSLContext tls) {
    return new FakeCollector(tls, false);
  }

  /** TLS of that context, which also says what client certificates are trusted. */
  public static FakeCollector startMutualTls(SSLContext tls) {
    return new FakeCollector(tls, true);
  }

  /** {@code localhost:PORT}. */
  public String grpcTarget() {
    return "localhost:" + port();
  }

  /** Without a path. */
  public String httpBase(String scheme) {
    return scheme + "://localhost:" + port();
  }

  public int port() {
    return front.port();
  }

  /** Replies for the next requests, before the standing one. */
  public FakeCollector then(FakeReply... replies) {
    script.addAll(List.of(replies));
    return this;
  }

  /** The reply to all requests from now on. */
  public FakeCollector always(FakeReply reply) {
    return answering(request -> reply);
  }

  /** The reply to each request from now on is what that makes of it. */
  public FakeCollector answering(Function<ReceivedRequest, FakeReply> replies) {
    script.clear();
    standing = replies;
    return this;
  }

  /** Answers GET requests: the body for a path, null for 404. */
  public FakeCollector pages(Function<String, @Nullable String> bodyOfPath) {
    pages = bodyOfPath;
    return this;
  }

  /** All requests, whatever was answered. */
  public List<ReceivedRequest> received() {
    return new ArrayList<>(received);
  }

  /** What an honest receiver would have kept. */
  public List<ReceivedRequest> stored() {
    return new ArrayList<>(stored);
  }

  /** New connections speak only these versions of TLS. */
  public FakeCollector limitTlsTo(String... protocols) {
    front.limitTlsTo(protocols);
    return this;
  }

  /** Waits for that many requests; what has come when the time is over. */
  public List<ReceivedRequest> awaitReceived(int count, Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    synchronized (received) {
      while (received.size() < count) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0) {
          break;
        }
        try {
          received.wait(left);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          break;
        }
      }
    }
    return received();
  }

  public int acceptedConnections() {
    return front.acceptedConnections();
  }

  /** The beginning of the first connection as it came, after TLS, at most 16 KiB. */
  public byte[] firstBytesReceived() {
    return front.firstBytesReceived();
  }

  public void dropConnections() {
    front.dropConnections();
  }

  /** Connections are refused until {@link #comeUp}. */
  public void goDown() {
    front.goDown();
  }

  /** On the same port. */
  public void comeUp() {
    front.comeUp();
  }

  private FakeReply take(ReceivedRequest request) {
    FakeReply scripted = script.poll();
    FakeReply reply = scripted == null ? standing.apply(request) : scripted;
    if (reply.stores()) {
      stored.add(request);
    }
    synchronized (received) {
      received.add(request);
      received.notifyAll();
    }
    return reply;
  }

  private ServerServiceDefinition service() {
    MethodDescriptor<byte[], byte[]> method =
        MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName(GRPC_PATH.substring(1))
            .setRequestMarshaller(BYTES)
            .setResponseMarshaller(BYTES)
            .build();
    return ServerServiceDefinition.builder(method.getServiceName())
        .addMethod(ServerMethodDefinition.create(method, this::startCall))
        .build();
  }

  private ServerCall.Listener<byte[]> startCall(ServerCall<byte[], byte[]> call, Metadata headers) {
    call.request(1);
    return new ServerCall.Listener<>() {
      private byte[] body = new byte[0];

      @Override
      public void onMessage(byte[] message) {
        body = message;
      }

      @Override
      public void onHalfClose() {
        ReceivedRequest request =
            new ReceivedRequest(
                ReceivedRequest.Protocol.GRPC,
                "/" + call.getMethodDescriptor().getFullMethodName(),
                plain(headers),
                body);
        answer(call, take(request));
      }
    };
  }

  private void answer(ServerCall<byte[], byte[]> call, FakeReply reply) {
    if (reply.drops()) {
      front.dropConnections();
      return;
    }
    if (!pause(reply.delay()) || Context.current().isCancelled()) {
      return;
    }
    Metadata trailers = new Metadata();
    if (reply.retryInfo() != null) {
      trailers.put(
          Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER),
          FakeWire.rpcStatus(reply.status().getCode().value(), "slow down", reply.retryInfo()));
    }
    if (reply.status().isOk()) {
      call.sendHeaders(new Metadata());
      call.sendMessage(reply.grpcBody());
    }
    call.close(reply.status(), trailers);
  }

  private void serveHttp(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (exchange.getRequestMethod().equals("GET")) {
        String page = pages.apply(exchange.getRequestURI().toString());
        byte[] bytes =
            (page == null ? "not found" : page).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(page == null ? 404 : 200, bytes.length);
        exchange.getResponseBody().write(bytes);
        return;
      }
      FakeReply reply = take(httpRequest(exchange));
      if (reply.drops()) {
        front.dropConnections();
        return;
      }
      if (!pause(reply.delay())) {
        return;
      }
      byte[] body = reply.httpBody();
      reply.httpHeaders().forEach(exchange.getResponseHeaders()::set);
      exchange.sendResponseHeaders(reply.httpStatus(), body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private static ReceivedRequest httpRequest(HttpExchange exchange) throws IOException {
    Map<String, String> headers = new TreeMap<>();
    exchange
        .getRequestHeaders()
        .forEach((key, values) -> headers.put(key, String.join(", ", values)));
    InputStream in = exchange.getRequestBody();
    boolean gzip = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
    byte[] body = gzip ? new GZIPInputStream(in).readAllBytes() : in.readAllBytes();
    return new ReceivedRequest(
        ReceivedRequest.Protocol.HTTP, exchange.getRequestURI().toString(), headers, body);
  }

  private static boolean pause(Duration delay) {
    try {
      TimeUnit.NANOSECONDS.sleep(delay.toNanos());
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private static Map<String, String> plain(Metadata metadata) {
    Map<String, String> plain = new TreeMap<>();
    for (String key : metadata.keys()) {
      if (!key.endsWith(Metadata.BINARY_HEADER_SUFFIX)) {
        plain.put(
            key.toLowerCase(Locale.ROOT),
            String.valueOf(metadata.get(Metadata.Key.of(key, Metadata.ASCII_STRING_MARSHALLER))));
      }
    }
    return plain;
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "fake-collector");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    front.close();
    grpc.shutdownNow();
    http.stop(0);
    threads.shutdownNow();
  }
}
