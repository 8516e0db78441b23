package dev.plumbline.fetch;

import dev.plumbline.listen.ContentCoding;
import dev.plumbline.listen.RefusedException;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.HostAndPort;
import io.vertx.core.net.ProxyOptions;
import io.vertx.core.net.ProxyType;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A client of one server. Thread-safe. */
public final class HttpFetcher implements AutoCloseable {
  private static final int MAX_REDIRECTS = 10;
  private static final int CONNECT_MILLIS = 30_000;
  private static final int MAX_CONNECTIONS = 256;
  private static final long CLOSE_SECONDS = 3;

  private final ClientSettings settings;
  private final IdleConnections connections;
  private final HttpClientAgent client;
  private final TlsMaterial tls;
  private final Object tlsLock = new Object();
  private final @Nullable Credentials credentials;
  private final @Nullable CookieManager cookies;

  HttpFetcher(Vertx vertx, ClientSettings settings, HttpClients clients) {
    this.settings = settings;
    ConnectionSettings wanted = settings.connections();
    boolean isHttp2Offered = wanted.http2().use() == ConnectionSettings.Http2.Use.OFFERED;
    this.connections = new IdleConnections(vertx, wanted);
    this.tls = new TlsMaterial(settings.tls(), isHttp2Offered);
    ClientAuth auth = settings.auth();
    this.credentials = auth == null ? null : auth.open(clients);
    this.cookies =
        settings.cookies() == ClientSettings.Cookies.KEPT
            ? new CookieManager(null, CookiePolicy.ACCEPT_ORIGINAL_SERVER)
            : null;
    int most = wanted.maxPerHost() == 0 ? MAX_CONNECTIONS : wanted.maxPerHost();
    this.client =
        vertx
            .httpClientBuilder()
            .with(options(wanted, isHttp2Offered))
            .with(new PoolOptions().setHttp1MaxSize(most).setHttp2MaxSize(most))
            .withConnectHandler(connections::opened)
            .build();
  }

  private static HttpClientOptions options(ConnectionSettings wanted, boolean isHttp2Offered) {
    int idleSeconds =
        (int) Math.min(Integer.MAX_VALUE, wanted.idleTimeout().plusMillis(999).toSeconds());
    HttpClientOptions options =
        new HttpClientOptions()
            .setConnectTimeout(CONNECT_MILLIS)
            .setKeepAlive(wanted.reuse() == ConnectionSettings.Reuse.KEPT)
            .setKeepAliveTimeout(idleSeconds)
            .setHttp2KeepAliveTimeout(idleSeconds)
            .setDecompressionSupported(false)
            .setHttp2ClearTextUpgrade(false)
            .setUseAlpn(isHttp2Offered)
            .setProtocolVersion(isHttp2Offered ? HttpVersion.HTTP_2 : HttpVersion.HTTP_1_1);
    if (isHttp2Offered) {
      options.setAlpnVersions(List.of(HttpVersion.HTTP_2, HttpVersion.HTTP_1_1));
    }
    if (wanted.readBufferBytes() > 0) {
      options.setReceiveBufferSize(wanted.readBufferBytes());
    }
    if (wanted.writeBufferBytes() > 0) {
      options.setSendBufferSize(wanted.writeBufferBytes());
    }
    return options;
  }

  /**
   * Asks a URL, and those that it leads to where redirects are followed. Blocks.
   *
   * @param timeout for all of it; zero for none
   */
  public Fetched get(URI url, Duration timeout) throws FetchException, InterruptedException {
    return fetch(new FetchRequest(url, null), timeout);
  }

  /**
   * Sends a form. Blocks.
   *
   * @param form as {@code application/x-www-form-urlencoded}
   */
  public Fetched post(URI url, String form, Duration timeout)
      throws FetchException, InterruptedException {
    return fetch(new FetchRequest(url, form), timeout);
  }

  private Fetched fetch(FetchRequest first, Duration timeout)
      throws FetchException, InterruptedException {
    long start = System.nanoTime();
    FetchRequest request = first;
    boolean isRenewed = false;
    for (int hops = 0; hops <= MAX_REDIRECTS; hops++) {
      Fetched answer = once(request, left(timeout, start));
      if (answer.status() == 401 && !isRenewed && credentials != null && credentials.renew()) {
        isRenewed = true;
        continue;
      }
      String location = answer.header("location");
      if (!isRedirect(answer.status())
          || location == null
          || settings.redirects() == ClientSettings.Redirects.REFUSED) {
        return answer;
      }
      request = request.of(target(request.url(), location));
    }
    throw new FetchException(
        FetchException.Kind.MALFORMED, "more than " + MAX_REDIRECTS + " redirects");
  }

  private static Duration left(Duration timeout, long startNanos) throws FetchException {
    if (timeout.isZero()) {
      return timeout;
    }
    Duration left = timeout.minusNanos(System.nanoTime() - startNanos);
    if (left.isZero() || left.isNegative()) {
      throw timedOut();
    }
    return left;
  }

  private static FetchException timedOut() {
    return new FetchException(FetchException.Kind.TIMEOUT, "no answer within the timeout");
  }

  private static boolean isRedirect(int status) {
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
  }

  private static URI target(URI from, String location) throws FetchException {
    try {
      URI target = from.resolve(location);
      String scheme = String.valueOf(target.getScheme()).toLowerCase(Locale.ROOT);
      if (target.getHost() != null && (scheme.equals("http") || scheme.equals("https"))) {
        return target;
      }
    } catch (IllegalArgumentException ignored) {
      // Said below: the location is not shown, since it may hold a secret.
    }
    throw new FetchException(FetchException.Kind.MALFORMED, "a redirect leads to no URL");
  }

  private Fetched once(FetchRequest request, Duration timeout)
      throws FetchException, InterruptedException {
    updateTls();
    FetchCall call = new FetchCall(request, settings.maxBodyBytes(), connections);
    boolean isOurs = request.isSameOrigin(settings.endpoint());
    call.start(
        client, requestOptions(request), headers(request, isOurs), authority(request, isOurs));
    Fetched answer = await(call, timeout);
    keepCookies(answer);
    return inflated(answer);
  }

  private void updateTls() throws FetchException, InterruptedException {
    synchronized (tlsLock) {
      ClientSSLOptions changed = tls.changed(System.nanoTime());
      if (changed != null) {
        wait(client.updateSSLOptions(changed, true).toCompletionStage().toCompletableFuture());
      }
    }
  }

  private static void wait(CompletableFuture<?> update)
      throws FetchException, InterruptedException {
    try {
      update.get(CONNECT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new FetchException(
          FetchException.Kind.CREDENTIALS, "tls: settings cannot be used: " + cause(e), e);
    }
  }

  /** The name in the server's certificate is that of the host of these options. */
  private RequestOptions requestOptions(FetchRequest request) {
    String host = host(request.url());
    String serverName = settings.tls().serverName();
    RequestOptions options =
        new RequestOptions()
            .setMethod(request.form() == null ? HttpMethod.GET : HttpMethod.POST)
            .setHost(serverName == null || !request.isTls() ? host : serverName)
            .setPort(request.port())
            .setServer(SocketAddress.inetSocketAddress(request.port(), host))
            .setSsl(request.isTls())
            .setURI(request.target())
            .setFollowRedirects(false);
    if (!request.isTls()) {
      options.setProtocolVersion(HttpVersion.HTTP_1_1);
    }
    URI proxy = settings.proxy().proxyOf(request.url());
    return proxy == null ? options : options.setProxyOptions(proxyOptions(proxy));
  }

  private static String host(URI url) {
    return url.getHost().replaceAll("[\\[\\]]", "");
  }

  private static ProxyOptions proxyOptions(URI proxy) {
    boolean isSocks = String.valueOf(proxy.getScheme()).startsWith("socks");
    ProxyOptions options =
        new ProxyOptions()
            .setType(isSocks ? ProxyType.SOCKS5 : ProxyType.HTTP)
            .setHost(host(proxy))
            .setPort(proxy.getPort() > 0 ? proxy.getPort() : isSocks ? 1080 : 80);
    String user = proxy.getUserInfo();
    if (user != null) {
      int colon = user.indexOf(':');
      options.setUsername(colon < 0 ? user : user.substring(0, colon));
      options.setPassword(colon < 0 ? "" : user.substring(colon + 1));
    }
    return options;
  }

  private @Nullable HostAndPort authority(FetchRequest request, boolean isOurs) {
    String host = settings.host();
    if (host != null && isOurs) {
      int colon = host.lastIndexOf(':');
      boolean hasPort = colon > 0 && host.substring(colon + 1).matches("\\d{1,5}");
      return HostAndPort.create(
          hasPort ? host.substring(0, colon) : host,
          hasPort ? Integer.parseInt(host.substring(colon + 1)) : request.port());
    }
    return HostAndPort.create(request.url().getHost(), request.port());
  }

  /** Another server than ours gets neither headers nor credentials. */
  private Map<String, String> headers(FetchRequest request, boolean isOurs)
      throws FetchException, InterruptedException {
    Map<String, String> headers = new HashMap<>();
    headers.put("accept-encoding", "gzip");
    headers.put("user-agent", "Plumbline");
    if (isOurs) {
      settings
          .headers()
          .forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
      if (credentials != null) {
        credentials
            .headers()
            .forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
      }
    }
    if (request.form() != null) {
      headers.put("content-type", "application/x-www-form-urlencoded");
    }
    String cookie = cookies == null ? "" : cookie(cookies, request.url());
    if (!cookie.isEmpty()) {
      headers.put("cookie", cookie);
    }
    return headers;
  }

  private static String cookie(CookieManager cookies, URI url) throws FetchException {
    try {
      return String.join("; ", cookies.get(url, Map.of()).getOrDefault("Cookie", List.of()));
    } catch (IOException e) {
      throw new FetchException(FetchException.Kind.CREDENTIALS, "cookies: " + e.getMessage(), e);
    }
  }

  private void keepCookies(Fetched answer) throws FetchException {
    String cookie = answer.header("set-cookie");
    if (cookies != null && cookie != null) {
      try {
        cookies.put(answer.url(), Map.of("Set-Cookie", List.of(cookie.split("\n", -1))));
      } catch (IOException e) {
        throw new FetchException(FetchException.Kind.MALFORMED, "cookies: " + e.getMessage(), e);
      }
    }
  }

  private static Fetched await(FetchCall call, Duration timeout)
      throws FetchException, InterruptedException {
    try {
      return timeout.isZero()
          ? call.done().get()
          : call.done().get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      call.giveUp();
      throw timedOut();
    } catch (InterruptedException e) {
      call.giveUp();
      throw e;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof FetchException known) {
        throw known;
      }
      throw new FetchException(FetchException.Kind.CONNECTION, cause(e), e);
    }
  }

  private static String cause(Throwable failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message.replaceAll("\\s+", " ");
  }

  private static Fetched inflated(Fetched answer) throws FetchException {
    String name = answer.header("content-encoding");
    ContentCoding coding = ContentCoding.of(name == null ? "" : name);
    if (coding == null) {
      throw new FetchException(
          FetchException.Kind.MALFORMED, "the answer has the unknown Content-Encoding " + name);
    }
    try {
      byte[] body = coding.inflate(answer.body(), ClientSettings.DEFAULT_MAX_INFLATED_BYTES);
      return new Fetched(answer.url(), answer.status(), answer.headers(), body);
    } catch (RefusedException e) {
      throw new FetchException(
          e.status() == 413 ? FetchException.Kind.TOO_LARGE : FetchException.Kind.MALFORMED,
          e.text(),
          e);
    }
  }

  @Override
  public void close() {
    if (credentials != null) {
      credentials.close();
    }
    try {
      client.close().toCompletionStage().toCompletableFuture().get(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException ignored) {
      // What is still open ends with the stack.
    }
  }
}
