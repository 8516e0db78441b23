package dev.plumbline.extension;

import static java.util.Objects.requireNonNull;

import dev.plumbline.fetch.ClientSettings;
import dev.plumbline.fetch.Credentials;
import dev.plumbline.fetch.HttpClients;
import dev.plumbline.listen.Guard;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Kind {@code oauth2client}: a client's token by the grant {@code client_credentials}. Immutable.
 *
 * @param server that gives tokens, with its URL
 * @param scopes that are asked for; empty for the server's choice
 * @param parameters more of the token's request
 * @param expiryBuffer how long before its end a token is renewed
 */
public record OAuth2Client(
    String id,
    Secret clientId,
    Secret clientSecret,
    ClientSettings server,
    List<String> scopes,
    Map<String, List<String>> parameters,
    Duration expiryBuffer)
    implements AuthExtension {
  public static final Duration DEFAULT_EXPIRY_BUFFER = Duration.ofMinutes(5);

  public OAuth2Client {
    requireNonNull(id, "id");
    requireNonNull(clientId, "clientId");
    requireNonNull(clientSecret, "clientSecret");
    requireNonNull(server, "server");
    scopes = List.copyOf(scopes);
    parameters = Map.copyOf(parameters);
    requireNonNull(expiryBuffer, "expiryBuffer");
  }

  @Override
  public Credentials open(HttpClients clients) {
    return new TokenCredentials(this, clients.open(server), Clock.systemUTC());
  }

  @Override
  public boolean isForClients() {
    return true;
  }

  @Override
  public @Nullable Guard guard() {
    return null;
  }

  /** Without the parameters, which may hold secrets. */
  @Override
  public String toString() {
    return "OAuth2Client[" + id + "]";
  }
}
