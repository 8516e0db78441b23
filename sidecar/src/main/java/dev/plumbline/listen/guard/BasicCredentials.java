package dev.plumbline.listen.guard;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** The scheme {@code Basic} of the header {@code Authorization} (RFC 7617). Stateless. */
public final class BasicCredentials {
  private static final String SCHEME = "Basic ";

  private BasicCredentials() {}

  /**
   * The user, a colon and the password, as far as the sender wrote them.
   *
   * @param authorization the header's value; null for none
   * @return null for another scheme, and for what is no Base64
   */
  public static @Nullable String in(@Nullable String authorization) {
    if (authorization == null
        || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return null;
    }
    try {
      String base64 = authorization.substring(SCHEME.length()).strip();
      return new String(Base64.getDecoder().decode(base64), UTF_8);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
