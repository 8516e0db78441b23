package dev.plumbline.listen;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An answer: whole, or written piece by piece by whoever makes it. Immutable. */
public final class Response {
  private static final byte[] NOTHING = {};

  private final int status;
  private final Map<String, String> headers;
  private final byte[] body;
  private final @Nullable Writer writer;

  private Response(int status, Map<String, String> headers, byte[] body, @Nullable Writer writer) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.writer = writer;
  }

  /** Writes a body whose length is not known before. */
  @FunctionalInterface
  public interface Writer {
    /**
     * Called once, on a worker thread. Writing waits while the client is slow, and throws once it
     * is gone or takes nothing for {@link ListenLimits#SLOW_CLIENT}.
     */
    void writeTo(OutputStream out) throws IOException;
  }

  /** No body. */
  public static Response empty(int status) {
    return new Response(status, Map.of(), NOTHING, null);
  }

  /** Takes the array over without a copy; the caller forgets it. */
  public static Response of(int status, String contentType, byte[] body) {
    return new Response(
        status, Map.of("content-type", contentType), requireNonNull(body, "body"), null);
  }

  /** One line for people. */
  public static Response text(int status, String line) {
    return of(status, "text/plain; charset=utf-8", (line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** A refusal as a line of text. */
  public static Response refusal(RefusedException refusal) {
    return text(refusal.status(), refusal.text()).withHeadersOf(refusal);
  }

  /** {@code application/json}. */
  public static Response json(int status, String json) {
    return of(status, "application/json", json.getBytes(StandardCharsets.UTF_8));
  }

  /** A body that is made while it is sent. */
  public static Response streamed(int status, String contentType, Writer writer) {
    return new Response(
        status, Map.of("content-type", contentType), NOTHING, requireNonNull(writer, "writer"));
  }

  /** The same with that header set, in place of an earlier value. */
  public Response with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(requireNonNull(name, "name"), requireNonNull(value, "value"));
    return new Response(status, more, body, writer);
  }

  /** What the status of a refusal asks for beside a body. */
  Response withHeadersOf(RefusedException refusal) {
    if (refusal.status() == 401) {
      return with("www-authenticate", refusal.challenge());
    }
    int retryAfterSeconds = refusal.retryAfterSeconds();
    return retryAfterSeconds > 0 ? with("retry-after", Integer.toString(retryAfterSeconds)) : this;
  }

  public int status() {
    return status;
  }

  /** In the order in which they were set. */
  public Map<String, String> headers() {
    return new LinkedHashMap<>(headers);
  }

  /** Empty for a streamed one. */
  public byte[] body() {
    return body.clone();
  }

  /** The body itself, for the one who sends it. */
  public byte[] sharedBody() {
    return body;
  }

  /** Null for a whole one. */
  public @Nullable Writer writer() {
    return writer;
  }
}
