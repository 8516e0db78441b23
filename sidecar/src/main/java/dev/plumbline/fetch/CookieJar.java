package dev.plumbline.fetch;

import dev.plumbline.fault.FaultText;
import java.io.IOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** Cookies of the servers that set them, for as long as the client lives. Thread-safe. */
final class CookieJar {
  private final CookieManager cookies =
      new CookieManager(null, CookiePolicy.ACCEPT_ORIGINAL_SERVER);

  /** The value of {@code Cookie} for that URL; empty for none. */
  String of(URI url) throws FetchException {
    try {
      return String.join("; ", cookies.get(url, Map.of()).getOrDefault("Cookie", List.of()));
    } catch (IOException e) {
      throw new FetchException(FetchException.Kind.CREDENTIALS, "cookies: " + FaultText.of(e), e);
    }
  }

  void keep(Fetched answer) throws FetchException {
    String cookie = answer.header("set-cookie");
    if (cookie == null) {
      return;
    }
    try {
      cookies.put(answer.url(), Map.of("Set-Cookie", List.of(cookie.split("\n", -1))));
    } catch (IOException e) {
      throw new FetchException(FetchException.Kind.MALFORMED, "cookies: " + FaultText.of(e), e);
    }
  }
}
