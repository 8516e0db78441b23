package dev.plumbline.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.HostAndPort;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One exchange: sends the request and keeps its answer as far as it may. Made by any thread;
 * everything else happens on an event loop, and the answer is waited for through {@link #done}.
 */
final class FetchCall {
  private final CompletableFuture<Fetched> done = new CompletableFuture<>();
  private final FetchRequest request;
  private final int maxBodyBytes;
  private final IdleConnections connections;
  private final Buffer body = Buffer.buffer();
  private volatile @Nullable HttpClientRequest sent;
  private volatile boolean isGivenUp;

  FetchCall(FetchRequest request, int maxBodyBytes, IdleConnections connections) {
    this.request = request;
    this.maxBodyBytes = maxBodyBytes;
    this.connections = connections;
  }

  /** Its body still has its content encoding. */
  CompletableFuture<Fetched> done() {
    return done;
  }

  void start(
      HttpClient client,
      RequestOptions options,
      Map<String, String> headers,
      @Nullable HostAndPort authority) {
    client
        .request(options)
        .onSuccess(opened -> send(opened, headers, authority))
        .onFailure(done::completeExceptionally);
  }

  private void send(
      HttpClientRequest opened, Map<String, String> headers, @Nullable HostAndPort authority) {
    sent = opened;
    connections.busy(opened.connection());
    if (authority != null) {
      opened.authority(authority);
    }
    headers.forEach(opened::putHeader);
    if (isGivenUp) {
      giveUp();
    }
    String form = request.form();
    (form == null ? opened.send() : opened.send(Buffer.buffer(form.getBytes(UTF_8))))
        .onSuccess(this::receive)
        .onFailure(this::fail);
  }

  private void receive(HttpClientResponse response) {
    String length = response.getHeader("content-length");
    if (length != null && length.matches("\\d{1,18}") && Long.parseLong(length) > maxBodyBytes) {
      refuse();
      return;
    }
    response.exceptionHandler(this::fail);
    response.handler(
        chunk -> {
          if (body.length() + chunk.length() > maxBodyBytes) {
            refuse();
          } else if (!done.isDone()) {
            body.appendBuffer(chunk);
          }
        });
    response.endHandler(ended -> received(response));
  }

  private void received(HttpClientResponse response) {
    Map<String, String> headers = new HashMap<>();
    response
        .headers()
        .forEach(
            (name, value) -> headers.merge(name.toLowerCase(Locale.ROOT), value, FetchCall::join));
    done.complete(new Fetched(request.url(), response.statusCode(), headers, body.getBytes()));
    connections.idle(response.request().connection());
  }

  /** Several of one name, as cookies have it. */
  private static String join(String first, String next) {
    return first + "\n" + next;
  }

  private void refuse() {
    done.completeExceptionally(
        new FetchException(
            FetchException.Kind.TOO_LARGE, "the answer has more than " + maxBodyBytes + " bytes"));
    giveUp();
  }

  private void fail(Throwable cause) {
    done.completeExceptionally(cause);
    HttpClientRequest opened = sent;
    if (opened != null) {
      connections.forget(opened.connection());
    }
  }

  /** Nobody waits any more: the connection is of no use with half an answer in it. Any thread. */
  void giveUp() {
    isGivenUp = true;
    HttpClientRequest opened = sent;
    if (opened != null) {
      opened.reset();
      connections.forget(opened.connection());
    }
  }
}
