package dev.plumbline.listen.server;

import dev.plumbline.listen.Response;
import dev.plumbline.listen.grpc.GrpcCall;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;

/**
 * Sends the answer of one request, in HTTP's way or in gRPC's. Made on the event loop; used on it
 * or on a worker.
 */
final class Answer {
  private static final Set<String> GRPC_TRAILERS =
      Set.of(GrpcCall.STATUS, GrpcCall.MESSAGE, GrpcCall.DETAILS);

  private final HttpServerRequest request;
  private final Map<String, String> headers;
  private final Context context;

  Answer(HttpServerRequest request, Map<String, String> headers) {
    this.request = request;
    this.headers = headers;
    this.context = Vertx.currentContext();
  }

  /** The same with one more header. */
  Answer with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Answer(request, more);
  }

  /** Whether the client speaks gRPC, whatever the path. */
  boolean isGrpc() {
    String type = request.getHeader("content-type");
    return type != null && type.startsWith(GrpcCall.CONTENT_TYPE);
  }

  /** Event loop only; not for streamed ones. */
  void send(Response response) {
    HttpServerResponse out = request.response();
    if (out.ended() || out.closed()) {
      return;
    }
    out.exceptionHandler(ignored -> {});
    boolean isGrpc = response.headers().containsKey(GrpcCall.STATUS);
    begin(out, response, isGrpc && response.sharedBody().length > 0);
    byte[] body = response.sharedBody();
    if (isGrpc && body.length > 0) {
      response.headers().forEach((name, value) -> putTrailer(out, name, value));
      out.end(Buffer.buffer(body));
    } else if (request.method().equals(HttpMethod.HEAD)) {
      out.putHeader("content-length", Integer.toString(body.length)).end();
    } else if (body.length == 0) {
      // With a data frame, even an empty one, a gRPC client would not see the status.
      out.end();
    } else {
      out.end(Buffer.buffer(body));
    }
  }

  private void begin(HttpServerResponse out, Response response, boolean hasTrailers) {
    out.setStatusCode(response.status());
    headers.forEach(out::putHeader);
    response
        .headers()
        .forEach(
            (name, value) -> {
              if (!hasTrailers || !GRPC_TRAILERS.contains(name)) {
                out.putHeader(name, value);
              }
            });
  }

  private static void putTrailer(HttpServerResponse out, String name, String value) {
    if (GRPC_TRAILERS.contains(name)) {
      out.putTrailer(name, value);
    }
  }

  /** A worker's way; returns when a streamed body is written, or the client does not take it. */
  void sendFromWorker(Response response) {
    Response.Writer writer = response.writer();
    if (writer == null || request.method().equals(HttpMethod.HEAD)) {
      onEventLoop(() -> send(response));
      return;
    }
    HttpServerResponse out = request.response();
    onEventLoop(
        () -> {
          out.exceptionHandler(broken -> {});
          begin(out, response, false);
          out.setChunked(true);
        });
    try (ResponseStream stream = new ResponseStream(this::write)) {
      writer.writeTo(stream);
      stream.flush();
    } catch (IOException e) {
      onEventLoop(out::reset);
      return;
    }
    onEventLoop(out::end);
  }

  /** Any thread; false if there is no event loop any more, and so nobody to answer. */
  boolean onEventLoop(Runnable step) {
    try {
      context.runOnContext(ignored -> step.run());
      return true;
    } catch (RejectedExecutionException ended) {
      return false;
    }
  }

  private Future<Void> write(Buffer chunk) {
    Promise<Void> written = Promise.promise();
    if (!onEventLoop(() -> request.response().write(chunk).onComplete(written::handle))) {
      written.fail("closed");
    }
    return written.future();
  }
}
