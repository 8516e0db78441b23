package dev.plumbline.fetch;

import dev.plumbline.fault.FaultText;
import dev.plumbline.listen.ContentCoding;
import dev.plumbline.listen.RefusedException;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.net.ClientSSLOptions;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A client of one server. Thread-safe. */
public final class HttpFetcher implements AutoCloseable {
  /**
   * With what the native transport begins its messages, such as {@code finishConnect(..) failed
   * with error(-111): }.
   */
  private static final Pattern SYSTEM_CALL =
      Pattern.compile("^\\w+\\(\\.\\.\\) failed(?: with error\\(-?\\d+\\))?: ");

  private static final int MAX_REDIRECTS = 10;
  private static final int MAX_CONNECTIONS = 256;
  private static final long CLOSE_SECONDS = 3;

  private final ClientSettings settings;
  private final IdleConnections connections;
  private final HttpClientAgent client;
  private final TlsMaterial tls;
  private final Object tlsLock = new Object();
  private final @Nullable Credentials credentials;
  private final @Nullable CookieJar cookies;

  HttpFetcher(Vertx vertx, ClientSettings settings, HttpClients clients) {
    this.settings = settings;
    ConnectionSettings wanted = settings.connections();
    boolean isHttp2Offered = wanted.http2().use() == ConnectionSettings.Http2.Use.OFFERED;
    this.connections = new IdleConnections(vertx, wanted);
    this.tls = new TlsMaterial(settings.tls(), isHttp2Offered);
    ClientAuth auth = settings.auth();
    this.credentials = auth == null ? null : auth.open(clients);
    this.cookies = settings.cookies() == ClientSettings.Cookies.KEPT ? new CookieJar() : null;
    int most = wanted.maxPerHost() == 0 ? MAX_CONNECTIONS : wanted.maxPerHost();
    this.client =
        vertx
            .httpClientBuilder()
            .with(VertxOptions.ofClient(wanted, isHttp2Offered))
            .with(new PoolOptions().setHttp1MaxSize(most).setHttp2MaxSize(most))
            .withConnectHandler(connections::opened)
            .build();
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
        client,
        VertxOptions.ofRequest(settings, request),
        headers(request, isOurs),
        VertxOptions.authority(settings, request, isOurs));
    Fetched answer = await(call, timeout);
    if (cookies != null) {
      cookies.keep(answer);
    }
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
      update.get(VertxOptions.CONNECT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new FetchException(
          FetchException.Kind.CREDENTIALS, "tls: settings cannot be used: " + cause(e), e);
    }
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
    String cookie = cookies == null ? "" : cookies.of(request.url());
    if (!cookie.isEmpty()) {
      headers.put("cookie", cookie);
    }
    return headers;
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
    String said = FaultText.ofForeign(cause).replaceAll("\\s+", " ");
    return SYSTEM_CALL.matcher(said).replaceFirst("");
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
