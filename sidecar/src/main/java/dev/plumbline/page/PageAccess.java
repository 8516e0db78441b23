package dev.plumbline.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plumbline.listen.Guard;
import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import dev.plumbline.listen.Response;
import dev.plumbline.listen.Route;
import dev.plumbline.listen.guard.BearerGuard;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;

/**
 * Keeps everything but the page's own files, which are the same for all, to those who have the
 * token: tools bring it in a header, a browser once, for a session cookie that its links, downloads
 * and tabs then share. The token is in no address, no answer and no storage of the browser.
 * Thread-safe.
 */
public final class PageAccess implements Guard {
  private static final String SIGN_IN = "/api/v1/session";
  private static final String SIGN_OUT = SIGN_IN + "/end";
  private static final int MAX_TOKEN_BYTES = 4096;
  private static final int MAX_COOKIES = 100;

  /** A browser sends a cookie of this prefix only where it came from, and only encrypted. */
  private static final String ENCRYPTED_ONLY = "__Host-";

  private static final String COOKIE = "plumbline-session";

  private final BearerGuard token;
  private final PageFiles files;
  private final Transport transport;
  private final Sessions sessions;

  /** How browsers reach the page. */
  public enum Transport {
    PLAINTEXT,
    TLS
  }

  public PageAccess(BearerGuard token, PageFiles files, Transport transport, Clock clock) {
    this.token = token;
    this.files = files;
    this.transport = transport;
    this.sessions = new Sessions(clock);
  }

  @Override
  public void check(Request request) throws RefusedException {
    String path = request.path();
    if (!path.equals(SIGN_IN)
        && !path.equals(SIGN_OUT)
        && !files.holds(path)
        && !hasSession(request)) {
      token.check(request);
    }
  }

  private boolean hasSession(Request request) {
    return sessions(request).stream().anyMatch(sessions::isValid);
  }

  /** Words of the request's cookies of our name; one is usual. */
  private List<String> sessions(Request request) {
    String cookies = request.header("cookie");
    if (cookies == null) {
      return List.of();
    }
    String start = cookieName() + "=";
    return Stream.of(cookies.split("[;,]", MAX_COOKIES))
        .map(String::trim)
        .filter(cookie -> cookie.startsWith(start))
        .map(cookie -> cookie.substring(start.length()))
        .toList();
  }

  private String cookieName() {
    return transport == Transport.TLS ? ENCRYPTED_ONLY + COOKIE : COOKIE;
  }

  /** Where a browser signs in and out. */
  public List<Route> routes() {
    return List.of(
        Route.post(SIGN_IN, MAX_TOKEN_BYTES, this::signIn), Route.post(SIGN_OUT, 0, this::signOut));
  }

  /** The body is the token. */
  private Response signIn(Request request) throws RefusedException {
    token.check(new String(request.body(), UTF_8).trim());
    return withCookie(sessions.begin(), Sessions.LIFE.toSeconds());
  }

  private Response signOut(Request request) {
    sessions(request).forEach(sessions::end);
    return withCookie("", 0);
  }

  private Response withCookie(String value, long seconds) {
    return Response.empty(204)
        .with("cache-control", "no-store")
        .with(
            "set-cookie",
            cookieName()
                + "="
                + value
                + "; Path=/; HttpOnly; SameSite=Strict; Max-Age="
                + seconds
                + (transport == Transport.TLS ? "; Secure" : ""));
  }
}
