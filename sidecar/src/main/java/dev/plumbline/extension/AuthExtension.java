package dev.plumbline.extension;

import dev.plumbline.fetch.ClientAuth;
import dev.plumbline.listen.Guard;
import org.jspecify.annotations.Nullable;

/** An entry of {@code extensions:} that a client or a server can name. Immutable. */
public sealed interface AuthExtension extends ClientAuth
    permits BasicAuth, BearerTokenAuth, OAuth2Client {
  /** As it stands in the file, such as {@code basicauth/scrape}. */
  String id();

  /** That carries the credentials. */
  default String header() {
    return "Authorization";
  }

  /** Whether a client can use it. */
  boolean isForClients();

  /** Asks clients of a server for credentials; null if it is not for servers. */
  @Nullable Guard guard();
}
