package dev.plumbline.listen.guard;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plumbline.listen.Guard;
import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import java.security.MessageDigest;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks for {@code Authorization: Bearer TOKEN}, or {@code Basic} with the token as the password of
 * any user, which is what tools make of {@code http://user:TOKEN@host}. The time of the comparison
 * tells nothing of the token. Thread-safe.
 */
public final class BearerGuard implements Guard {
  private static final String BEARER = "Bearer ";

  private final Supplier<String> token;

  /**
   * @param token asked for each request, so that a changed file counts; empty means that nobody
   *     gets in
   */
  public BearerGuard(Supplier<String> token) {
    this.token = token;
  }

  @Override
  public void check(Request request) throws RefusedException {
    check(given(request.header("authorization")));
  }

  /**
   * As for a request that brings this token.
   *
   * @param given null for none
   */
  public void check(@Nullable String given) throws RefusedException {
    String expected = token.get();
    if (given == null
        || expected.isEmpty()
        || !MessageDigest.isEqual(given.getBytes(UTF_8), expected.getBytes(UTF_8))) {
      throw new RefusedException(401, "credentials", "a bearer token is needed");
    }
  }

  private static @Nullable String given(@Nullable String header) {
    if (header == null) {
      return null;
    }
    if (header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return header.substring(BEARER.length()).trim();
    }
    String credentials = BasicCredentials.in(header);
    return credentials == null ? null : credentials.substring(credentials.indexOf(':') + 1);
  }
}
