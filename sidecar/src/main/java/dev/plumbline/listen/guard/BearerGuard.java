package dev.plumbline.listen.guard;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plumbline.listen.Guard;
import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import java.security.MessageDigest;
import java.util.function.Supplier;

/**
 * Asks for {@code Authorization: Bearer TOKEN}. The time of the comparison tells nothing of the
 * token. Thread-safe.
 */
public final class BearerGuard implements Guard {
  private static final String SCHEME = "Bearer ";

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
    String header = request.header("authorization");
    String expected = token.get();
    boolean isGiven =
        header != null
            && header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
            && !expected.isEmpty()
            && MessageDigest.isEqual(
                header.substring(SCHEME.length()).trim().getBytes(UTF_8), expected.getBytes(UTF_8));
    if (!isGiven) {
      throw new RefusedException(401, "credentials", "a bearer token is needed");
    }
  }
}
