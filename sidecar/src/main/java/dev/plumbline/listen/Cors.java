package dev.plumbline.listen;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which pages of other origins may use a route. Immutable.
 *
 * @param origins with {@code *} for anything within; one that is {@code *} alone lets all in,
 *     without credentials
 * @param headers that a request may have beside the usual ones; {@code *} for any
 * @param exposed headers of an answer that a page may read
 * @param maxAge how long a browser may remember the answer; zero leaves it to the browser
 */
public record Cors(
    List<String> origins, List<String> headers, List<String> exposed, Duration maxAge) {
  private static final String ANY = "*";
  private static final List<String> USUAL =
      List.of("accept", "content-type", "x-requested-with", "authorization");

  public Cors {
    origins = List.copyOf(origins);
    headers = List.copyOf(headers);
    exposed = List.copyOf(exposed);
    requireNonNull(maxAge, "maxAge");
  }

  private boolean isAllowed(String origin) {
    for (String allowed : origins) {
      String regex = Pattern.quote(allowed.toLowerCase(Locale.ROOT)).replace("*", "\\E.*\\Q");
      if (origin.toLowerCase(Locale.ROOT).matches(regex)) {
        return true;
      }
    }
    return false;
  }

  /** Headers of an answer to that request; none for one that no page of another origin sent. */
  public Map<String, String> answerTo(Request request) {
    Map<String, String> answer = new LinkedHashMap<>();
    String origin = request.header("origin");
    if (origin == null) {
      return answer;
    }
    answer.put("vary", "Origin");
    if (!isAllowed(origin)) {
      return answer;
    }
    boolean isForAll = origins.contains(ANY);
    answer.put("access-control-allow-origin", isForAll ? ANY : origin);
    if (!isForAll) {
      answer.put("access-control-allow-credentials", "true");
    }
    if (!exposed.isEmpty()) {
      answer.put("access-control-expose-headers", String.join(", ", exposed));
    }
    return answer;
  }

  /** Whether a browser asks with it what it may send. */
  public static boolean isPreflight(Request request) {
    return request.method().equals("OPTIONS")
        && request.header("origin") != null
        && request.header("access-control-request-method") != null;
  }

  /** To a browser's question; what is not allowed is not in the answer. */
  public Response preflight(Request request, Route route) {
    Response answer = Response.empty(204);
    String method = String.valueOf(request.header("access-control-request-method"));
    String wanted = request.header("access-control-request-headers");
    boolean isOurs = isAllowed(String.valueOf(request.header("origin")));
    if (!isOurs || !route.methods().contains(method) || !areAllowed(wanted)) {
      return answer;
    }
    answer = answer.with("access-control-allow-methods", String.join(", ", route.methods()));
    if (wanted != null) {
      answer = answer.with("access-control-allow-headers", wanted);
    }
    return maxAge.isZero()
        ? answer
        : answer.with("access-control-max-age", Long.toString(maxAge.toSeconds()));
  }

  private boolean areAllowed(@Nullable String wanted) {
    if (wanted == null || headers.contains(ANY)) {
      return true;
    }
    for (String name : wanted.split(",", -1)) {
      String lower = name.strip().toLowerCase(Locale.ROOT);
      if (!USUAL.contains(lower) && headers.stream().noneMatch(lower::equalsIgnoreCase)) {
        return false;
      }
    }
    return true;
  }
}
