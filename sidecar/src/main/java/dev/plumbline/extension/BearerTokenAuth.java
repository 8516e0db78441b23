package dev.plumbline.extension;

import static java.util.Objects.requireNonNull;

import dev.plumbline.fetch.Credentials;
import dev.plumbline.fetch.HttpClients;
import dev.plumbline.listen.Guard;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Kind {@code bearertokenauth}. A client shows the first token, a server takes any. Immutable.
 *
 * @param scheme before the token; empty for the token alone
 * @param header that carries it
 * @param tokens themselves; empty if they stand in the file
 * @param file with a token in each line; null for none
 */
public record BearerTokenAuth(
    String id, String scheme, String header, List<Secret> tokens, @Nullable Secret file)
    implements AuthExtension {
  public static final String DEFAULT_SCHEME = "Bearer";
  public static final String DEFAULT_HEADER = "Authorization";

  public BearerTokenAuth {
    requireNonNull(id, "id");
    requireNonNull(scheme, "scheme");
    requireNonNull(header, "header");
    tokens = List.copyOf(tokens);
  }

  /** As they are now. */
  List<String> read() throws IOException {
    List<String> read = new ArrayList<>();
    for (Secret token : tokens) {
      read.add(token.read());
    }
    if (file != null) {
      for (String line : file.read().split("\\R", -1)) {
        if (!line.isBlank()) {
          read.add(line.strip());
        }
      }
    }
    return read;
  }

  /** What a client puts into the header. */
  String value() throws IOException {
    List<String> read = read();
    if (read.isEmpty()) {
      throw new IOException("there is no token in " + file);
    }
    return scheme.isEmpty() ? read.get(0) : scheme + " " + read.get(0);
  }

  @Override
  public Credentials open(HttpClients clients) {
    return new HeaderCredentials(id, header, this::value);
  }

  @Override
  public boolean isForClients() {
    return true;
  }

  @Override
  public Guard guard() {
    return new TokenGuard(this);
  }
}
