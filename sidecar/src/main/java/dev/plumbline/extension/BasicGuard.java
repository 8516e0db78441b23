package dev.plumbline.extension;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plumbline.listen.Guard;
import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import java.util.Base64;

/** Asks for name and password of a known user. Thread-safe. */
final class BasicGuard implements Guard {
  private static final String SCHEME = "Basic ";

  private final UserFile users;

  BasicGuard(UserFile users) {
    this.users = users;
  }

  @Override
  public void check(Request request) throws RefusedException {
    String header = request.header("authorization");
    if (header != null && header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      String credentials = decoded(header.substring(SCHEME.length()).strip());
      int colon = credentials.indexOf(':');
      if (colon >= 0
          && users.knows(credentials.substring(0, colon), credentials.substring(colon + 1))) {
        return;
      }
    }
    throw RefusedException.unauthenticated("Basic", "name and password are needed");
  }

  /** Empty for what is no Base64. */
  private static String decoded(String text) {
    try {
      return new String(Base64.getDecoder().decode(text), UTF_8);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }
}
