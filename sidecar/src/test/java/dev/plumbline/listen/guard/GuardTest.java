package dev.plumbline.listen.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.listen.Guard;
import dev.plumbline.listen.ListenAddress;
import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GuardTest {
  private final Guard sameSite =
      new SameSiteGuard(ListenAddress.loopback(7171), Set.of("prof.example"));

  @Test
  void ourOwnHosts_pass() {
    assertThat(passes(Map.of("host", "127.0.0.1:7171"))).isTrue();
    assertThat(passes(Map.of("host", "LocalHost:7171"))).isTrue();
    assertThat(passes(Map.of("host", "[::1]:7171"))).isTrue();
    assertThat(passes(Map.of("host", "prof.example"))).isTrue();
  }

  @Test
  void namesThatWerePointedAtUs_doNot() {
    assertThat(passes(Map.of("host", "evil.example:7171"))).isFalse();
    assertThat(passes(Map.of("host", "127.0.0.1.evil.example"))).isFalse();
    assertThat(passes(Map.of())).isFalse();
  }

  @Test
  void otherOrigins_doNot() {
    Map<String, String> ours = Map.of("host", "localhost:7171", "origin", "http://localhost:7171");
    assertThat(passes(ours)).isTrue();
    assertThat(passes(Map.of("host", "localhost:7171", "origin", "http://evil.example"))).isFalse();
    assertThat(passes(Map.of("host", "localhost:7171", "origin", "null"))).isFalse();
    assertThat(passes(Map.of("host", "localhost:7171", "origin", "http://localhost:99"))).isFalse();
  }

  @Test
  void crossSiteFetches_doNot_butLinksDo() {
    assertThat(passes(Map.of("host", "localhost", "sec-fetch-site", "cross-site"))).isFalse();
    assertThat(
            passes(
                Map.of(
                    "host", "localhost",
                    "sec-fetch-site", "cross-site",
                    "sec-fetch-mode", "navigate")))
        .isTrue();
  }

  @Test
  void emptyToken_letsNobodyIn() {
    Guard guard = new BearerGuard(() -> "");
    assertThat(passes(guard, Map.of("authorization", "Bearer "))).isFalse();
    assertThat(passes(guard, Map.of())).isFalse();
  }

  private boolean passes(Map<String, String> headers) {
    return passes(sameSite, headers);
  }

  private static boolean passes(Guard guard, Map<String, String> headers) {
    try {
      guard.check(new Request("GET", "/", Map.of(), headers, "127.0.0.1", new byte[0]));
      return true;
    } catch (RefusedException e) {
      return false;
    }
  }
}
