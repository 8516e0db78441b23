package dev.plumbline.config.exporters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.settings.ChannelSecurity;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Case EX-03: one verdict for each spelling; the columns are insecure unset, true and false. */
final class EndpointTest {
  private static final String HTTPS_CONTRADICTION =
      "says https and insecure: true asks for plaintext: write http:// or remove insecure";
  private static final String HTTP_CONTRADICTION =
      "says http and insecure: false asks for TLS: write https:// or remove insecure";
  private static final String UNIX_CONTRADICTION =
      "is a unix socket, which is plaintext, and insecure: false asks for TLS: remove insecure";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "h:4317                 | TLS h:4317              | PLAINTEXT h:4317        | TLS h:4317",
        "h                      | TLS h:4317              | PLAINTEXT h:4317        | TLS h:4317",
        "10.1.2.3:4040          | TLS 10.1.2.3:4040       | PLAINTEXT 10.1.2.3:4040 | TLS 10.1.2.3:4040",
        "[::1]:4317             | TLS [::1]:4317          | PLAINTEXT [::1]:4317    | TLS [::1]:4317",
        "[::1]                  | TLS [::1]:4317          | PLAINTEXT [::1]:4317    | TLS [::1]:4317",
        "dns:///h:4317          | TLS h:4317              | PLAINTEXT h:4317        | TLS h:4317",
        "dns:h                  | TLS h:4317              | PLAINTEXT h:4317        | TLS h:4317",
        "h:4317/                | TLS h:4317              | PLAINTEXT h:4317        | TLS h:4317",
        "my_service:4317        | TLS my_service:4317     | PLAINTEXT my_service:4317 | TLS my_service:4317",
        "http://h:4317          | PLAINTEXT h:4317        | PLAINTEXT h:4317        | http!",
        "http://h:4317/         | PLAINTEXT h:4317        | PLAINTEXT h:4317        | http!",
        "HTTP://h:4317          | PLAINTEXT h:4317        | PLAINTEXT h:4317        | http!",
        "http://h               | PLAINTEXT h:80          | PLAINTEXT h:80          | http!",
        "http://[::1]:4317      | PLAINTEXT [::1]:4317    | PLAINTEXT [::1]:4317    | http!",
        "https://h:4317         | TLS h:4317              | https!                  | TLS h:4317",
        "https://h:4317/        | TLS h:4317              | https!                  | TLS h:4317",
        "https://h              | TLS h:443               | https!                  | TLS h:443",
        "unix:///tmp/s          | PLAINTEXT unix:///tmp/s | PLAINTEXT unix:///tmp/s | unix!",
        "unix:/tmp/s            | PLAINTEXT unix:///tmp/s | PLAINTEXT unix:///tmp/s | unix!",
      })
  void grpc_hasOneVerdict(String text, String unset, String insecure, String secure) {
    assertThat(grpc(text, null)).isEqualTo(verdict(unset));
    assertThat(grpc(text, ChannelSecurity.PLAINTEXT)).isEqualTo(verdict(insecure));
    assertThat(grpc(text, ChannelSecurity.TLS)).isEqualTo(verdict(secure));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://h:4317/v1development/profiles | has the path \"/v1development/profiles\", which gRPC"
            + " does not have: leave it out, or choose OTLP over HTTP",
        "h:4317/x        | has the path \"/x\", which gRPC does not have: leave it out, or choose"
            + " OTLP over HTTP",
        "http://h:4317?a=b | has a query, which gRPC does not have: leave it out",
        "http://h#f      | has a fragment (#), which no request carries",
        "''              | is empty, expected host:port or a URL",
        "' '             | is empty, expected host:port or a URL",
        "h 4317          | has a blank or a character that is not ASCII",
        "h\u00e9:4317    | has a blank or a character that is not ASCII",
        "http://         | has no host",
        "http:///path    | has the path \"/path\", which gRPC does not have: leave it out, or choose"
            + " OTLP over HTTP",
        ":4317           | has no valid host and port, such as collector:4317, in \":4317\"",
        "h:              | has the port \"\", expected 1 to 65535",
        "h:0             | has the port \"0\", expected 1 to 65535",
        "h:65536         | has the port \"65536\", expected 1 to 65535",
        "h:otlp          | has the port \"otlp\", expected 1 to 65535",
        "::1:4317        | has several colons: an IPv6 address stands in brackets, such as [::1]:4317",
        "[::1:4317       | has no valid host and port, such as collector:4317, in \"[::1:4317\"",
        "[fe80::1%eth0]:4317 | has no valid host and port, such as collector:4317, in"
            + " \"[fe80::1%eth0]:4317\"",
        "[:::]:4317      | has no valid IPv6 address in \"[:::]:4317\"",
        "[12]:4317       | has no valid IPv6 address in \"[12]:4317\"",
        "4318            | has only the number 4318 for a host, expected host:port such as"
            + " localhost:4317",
        "http://4318/    | has only the number 4318 for a host, expected host:port such as"
            + " localhost:4317",
        "grpc://h:4317   | has the scheme \"grpc\", expected http or https",
        "xds:///h        | has the scheme \"xds\", expected http or https",
        "dns://8.8.8.8/h | names a DNS server, expected dns:///host:port",
        "unix:tmp/s      | has no absolute path of a socket, expected unix:///path/of/socket",
        "unix://tmp      | has no absolute path of a socket, expected unix:///path/of/socket",
        "unix:///        | has no absolute path of a socket, expected unix:///path/of/socket",
        "http://u:pw@h:4317 | has credentials before the host: write them under basic or bearer, or"
            + " as a header",
      })
  void grpc_refusalSaysWhy(String text, String reason) {
    assertThat(grpc(text, null)).isEqualTo("refused: " + reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://h:4318        | http://h:4318/v1development/profiles",
        "http://h:4318/       | http://h:4318/v1development/profiles",
        "http://h:4318//      | http://h:4318/v1development/profiles",
        "http://h:4318/base   | http://h:4318/base/v1development/profiles",
        "http://h:4318/base/  | http://h:4318/base/v1development/profiles",
        "http://h:4318//a//b/ | http://h:4318/a/b/v1development/profiles",
        "http://h:4318/v1development/profiles       | http://h:4318/v1development/profiles",
        "http://h:4318/v1development/profiles/      | http://h:4318/v1development/profiles",
        "http://h:4318/base/v1development/profiles  | http://h:4318/base/v1development/profiles",
        "http://h:5080/api/org/v1/profiles          | http://h:5080/api/org/v1/profiles",
        "http://h:4318/?k=v       | http://h:4318/v1development/profiles?k=v",
        "http://h:4318/base?k=v   | http://h:4318/base/v1development/profiles?k=v",
        "http://h                 | http://h:80/v1development/profiles",
        "https://h/base           | https://h:443/base/v1development/profiles",
        "http://[::1]:4318        | http://[::1]:4318/v1development/profiles",
        "h:4318                   | https://h:4318/v1development/profiles",
        "h                        | https://h:4318/v1development/profiles",
      })
  void httpBase_getsTheSignalsPathOnce(String text, String url) {
    assertThat(http(text, null)).isEqualTo(url);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://h:4318      | http://h:4318/",
        "http://h:4318/     | http://h:4318/",
        "http://h:4318/base | http://h:4318/base",
        "http://h:4318//a/  | http://h:4318//a/",
        "http://h:4318/v1development/profiles     | http://h:4318/v1development/profiles",
        "http://h:4318/v1development/profiles?k=v | http://h:4318/v1development/profiles?k=v",
      })
  void httpSignal_isUsedAsItIs(String text, String url) throws Exception {
    assertThat(Endpoint.httpSignal(text, null).target()).isEqualTo(url);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "unix:///tmp/s       | begins with unix:, expected http:// or https://",
        "dns:///h            | begins with dns:, expected http:// or https://",
        "ftp://h             | has the scheme \"ftp\", expected http or https",
        "http://my_service   | has a host that no URL may have (an underscore is not allowed)",
        "http://h/a{b        | is no valid URL: Illegal character in path",
        "http://u:pw@h       | has credentials before the host: write them under basic or bearer, or"
            + " as a header",
      })
  void http_refusalSaysWhy(String text, String reason) {
    assertThat(http(text, null)).isEqualTo("refused: " + reason);
  }

  @Test
  void http_insecureDecidesWithoutASchemeAndContradictsAnother() {
    assertThat(http("h:4318", ChannelSecurity.PLAINTEXT))
        .isEqualTo("http://h:4318/v1development/profiles");
    assertThat(http("https://h", ChannelSecurity.PLAINTEXT))
        .isEqualTo("refused: " + HTTPS_CONTRADICTION);
    assertThat(http("http://h", ChannelSecurity.TLS)).isEqualTo("refused: " + HTTP_CONTRADICTION);
  }

  @Test
  void otherProtocolsPort_isRemarkedOn() throws Exception {
    assertThat(Endpoint.grpc("http://h:4318", null).remarks())
        .containsExactly("port 4318 is usually that of OTLP over HTTP");
    assertThat(Endpoint.httpBase("http://h:4317", null).remarks())
        .containsExactly("port 4317 is usually that of OTLP over gRPC");
    assertThat(Endpoint.grpc("http://h:4317", null).remarks()).isEmpty();
  }

  @Test
  void parts_areForTheListenersOfTheSameProcess() throws Exception {
    Endpoint endpoint = Endpoint.httpBase("http://[::1]:4040/x?token=t", null);

    assertThat(endpoint.host()).isEqualTo("[::1]");
    assertThat(endpoint.port()).isEqualTo(4040);
    assertThat(endpoint).hasToString("http://[::1]:4040/x/v1development/profiles");
  }

  @Property(tries = 3_000)
  void anyText_isAnEndpointOrRefused(@ForAll String text) {
    for (String prefix : new String[] {"", "http://", "https://h", "unix:", "dns:", "[::1]"}) {
      assertThat(grpc(prefix + text, null)).isNotEmpty();
      assertThat(http(prefix + text, ChannelSecurity.PLAINTEXT)).isNotEmpty();
    }
  }

  private static String verdict(String cell) {
    switch (cell) {
      case "http!":
        return "refused: " + HTTP_CONTRADICTION;
      case "https!":
        return "refused: " + HTTPS_CONTRADICTION;
      case "unix!":
        return "refused: " + UNIX_CONTRADICTION;
      default:
        return cell;
    }
  }

  private static String grpc(String text, @Nullable ChannelSecurity asked) {
    try {
      Endpoint endpoint = Endpoint.grpc(text, asked);
      return endpoint.security() + " " + endpoint.target();
    } catch (EndpointException e) {
      return "refused: " + e.getMessage();
    }
  }

  private static String http(String text, @Nullable ChannelSecurity asked) {
    try {
      return Endpoint.httpBase(text, asked).target();
    } catch (EndpointException e) {
      return "refused: " + e.getMessage();
    }
  }
}
