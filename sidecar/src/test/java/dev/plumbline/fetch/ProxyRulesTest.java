package dev.plumbline.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyRulesTest {
  private static final ProxyRules RULES =
      ProxyRules.ofEnvironment(
          Map.of(
                  "HTTP_PROXY", "proxy:3128",
                  "https_proxy", "http://secure:3129",
                  "NO_PROXY", "internal.example, .corp, 10.0.0.0/8, 192.0.2.7, host:8080")
              ::get);

  @Test
  void environment_namesAProxyForEachScheme() {
    assertThat(RULES.proxyOf(URI.create("http://a.example/"))).hasToString("http://proxy:3128");
    assertThat(RULES.proxyOf(URI.create("https://a.example/"))).hasToString("http://secure:3129");
    assertThat(RULES.proxyOf(URI.create("http://host:81/"))).isNotNull();
    assertThat(RULES.proxyOf(URI.create("http://11.0.0.1/"))).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost/",
        "http://127.0.0.3/",
        "http://[::1]/",
        "http://internal.example/",
        "http://a.internal.example/",
        "http://x.corp/",
        "http://10.9.8.7/",
        "http://192.0.2.7:5/",
        "http://host:8080/"
      })
  void exceptions_areAskedDirectly(String url) {
    assertThat(RULES.proxyOf(URI.create(url))).isNull();
  }

  @Test
  void configuredProxy_isForEverything_andOtherSchemesAreRefused() {
    ProxyRules always = ProxyRules.always(ProxyRules.parse("socks5://p:1"));
    assertThat(always.proxyOf(URI.create("http://localhost/"))).hasToString("socks5://p:1");
    assertThatThrownBy(() -> ProxyRules.parse("ftp://user:secret@p"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("socks5")
        .hasMessageNotContaining("secret");
  }
}
