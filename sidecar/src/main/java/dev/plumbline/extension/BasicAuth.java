package dev.plumbline.extension;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.plumbline.fetch.Credentials;
import dev.plumbline.fetch.HttpClients;
import dev.plumbline.listen.Guard;
import java.io.IOException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Kind {@code basicauth}. Immutable.
 *
 * @param client what a client shows; null for a server's
 * @param users whom a server lets in; null for a client's
 */
public record BasicAuth(String id, @Nullable User client, @Nullable UserFile users)
    implements AuthExtension {
  public BasicAuth {
    requireNonNull(id, "id");
  }

  /** Name and password. Immutable. */
  public record User(Secret username, Secret password) {
    public User {
      requireNonNull(username, "username");
      requireNonNull(password, "password");
    }

    /** The value of {@code Authorization}. */
    String header() throws IOException {
      String both = username.read() + ":" + password.read();
      return "Basic " + Base64.getEncoder().encodeToString(both.getBytes(UTF_8));
    }
  }

  @Override
  public Credentials open(HttpClients clients) {
    User user = requireNonNull(client, "client");
    return new HeaderCredentials(id, "Authorization", user::header);
  }

  @Override
  public boolean isForClients() {
    return client != null;
  }

  @Override
  public @Nullable Guard guard() {
    return users == null ? null : new BasicGuard(users);
  }
}
