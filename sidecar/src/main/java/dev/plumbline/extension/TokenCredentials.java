package dev.plumbline.extension;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.plumbline.fault.FaultText;
import dev.plumbline.fetch.Credentials;
import dev.plumbline.fetch.FetchException;
import dev.plumbline.fetch.FetchException.Kind;
import dev.plumbline.fetch.Fetched;
import dev.plumbline.fetch.HttpFetcher;
import java.io.IOException;
import java.net.URLEncoder;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A token of an authorization server (RFC 6749 section 4.4), kept until shortly before its end.
 * Thread-safe; those who need a token at the same time wait for one request.
 */
final class TokenCredentials implements Credentials {
  private static final JsonFactory JSON = new JsonFactory();

  private final OAuth2Client settings;
  private final HttpFetcher server;
  private final Clock clock;
  private final Object lock = new Object();
  private @Nullable Token token;

  TokenCredentials(OAuth2Client settings, HttpFetcher server, Clock clock) {
    this.settings = settings;
    this.server = server;
    this.clock = clock;
  }

  /** A header's value. Immutable. */
  private record Token(String header, long renewUnixMillis) {}

  @Override
  public Map<String, String> headers() throws FetchException, InterruptedException {
    synchronized (lock) {
      Token now = token;
      if (now == null || clock.millis() >= now.renewUnixMillis) {
        now = request();
        token = now;
      }
      return Map.of("Authorization", now.header);
    }
  }

  @Override
  public boolean renew() {
    synchronized (lock) {
      token = null;
    }
    return true;
  }

  private Token request() throws FetchException, InterruptedException {
    Fetched answer;
    try {
      answer = server.post(settings.server().endpoint(), form(), settings.server().timeout());
    } catch (FetchException e) {
      throw new FetchException(Kind.CREDENTIALS, settings.id() + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new FetchException(
          Kind.CREDENTIALS, settings.id() + " cannot be read: " + FaultText.of(e), e);
    }
    if (answer.status() / 100 != 2) {
      throw new FetchException(
          Kind.CREDENTIALS, settings.id() + ": the token's server answers " + answer.status());
    }
    return read(answer.body());
  }

  private String form() throws IOException {
    List<String> form = new ArrayList<>();
    add(form, "grant_type", "client_credentials");
    add(form, "client_id", settings.clientId().read());
    add(form, "client_secret", settings.clientSecret().read());
    if (!settings.scopes().isEmpty()) {
      add(form, "scope", String.join(" ", settings.scopes()));
    }
    settings
        .parameters()
        .forEach((name, values) -> values.forEach(value -> add(form, name, value)));
    return String.join("&", form);
  }

  private static void add(List<String> form, String name, String value) {
    form.add(URLEncoder.encode(name, UTF_8) + "=" + URLEncoder.encode(value, UTF_8));
  }

  private Token read(byte[] body) throws FetchException {
    String text = "";
    String type = "Bearer";
    long seconds = 0;
    try (JsonParser json = JSON.createParser(body)) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        switch (name) {
          case "access_token" -> text = json.getValueAsString("");
          case "token_type" -> type = json.getValueAsString("Bearer");
          case "expires_in" -> seconds = json.getValueAsLong(0);
          default -> json.skipChildren();
        }
      }
    } catch (IOException e) {
      throw new FetchException(
          Kind.CREDENTIALS, settings.id() + ": the token's server sends no JSON object", e);
    }
    if (text.isEmpty()) {
      throw new FetchException(
          Kind.CREDENTIALS, settings.id() + ": the token's server sends no access_token");
    }
    String scheme = type.equalsIgnoreCase("bearer") ? "Bearer" : type;
    return new Token(scheme + " " + text, renewal(seconds));
  }

  /** A token that lives shorter than the buffer is renewed halfway; one without an end never. */
  private long renewal(long seconds) {
    if (seconds <= 0) {
      return Long.MAX_VALUE;
    }
    long lifeMillis = Math.min(seconds, Integer.MAX_VALUE) * 1_000;
    long bufferMillis = Math.min(settings.expiryBuffer().toMillis(), lifeMillis / 2);
    return clock.millis() + lifeMillis - bufferMillis;
  }

  @Override
  public void close() {
    server.close();
  }
}
