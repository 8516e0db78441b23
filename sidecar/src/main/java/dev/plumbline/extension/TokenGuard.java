package dev.plumbline.extension;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plumbline.fault.FaultText;
import dev.plumbline.listen.Guard;
import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Asks for one of several tokens; the time that takes tells nothing of them. Thread-safe. */
final class TokenGuard implements Guard {
  private static final Logger logger = Logger.getLogger(TokenGuard.class.getName());

  private final BearerTokenAuth auth;

  TokenGuard(BearerTokenAuth auth) {
    this.auth = auth;
  }

  @Override
  public void check(Request request) throws RefusedException {
    String given = request.header(auth.header());
    if (given != null && isKnown(given.strip())) {
      return;
    }
    throw RefusedException.unauthenticated(
        auth.scheme().isEmpty() ? BearerTokenAuth.DEFAULT_SCHEME : auth.scheme(),
        "a token is needed in " + auth.header());
  }

  private boolean isKnown(String given) {
    String scheme = auth.scheme().isEmpty() ? "" : auth.scheme() + " ";
    if (!given.regionMatches(true, 0, scheme, 0, scheme.length())) {
      return false;
    }
    byte[] token = given.substring(scheme.length()).strip().getBytes(UTF_8);
    boolean isKnown = false;
    for (String known : tokens()) {
      isKnown |= !known.isEmpty() && MessageDigest.isEqual(known.getBytes(UTF_8), token);
    }
    return isKnown;
  }

  private List<String> tokens() {
    try {
      return auth.read();
    } catch (IOException e) {
      logger.log(
          Level.WARNING, () -> "tokens of " + auth.id() + " cannot be read: " + FaultText.of(e));
      return List.of();
    }
  }
}
