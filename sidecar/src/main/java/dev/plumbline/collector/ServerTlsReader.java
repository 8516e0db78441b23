package dev.plumbline.collector;

import dev.plumbline.config.Section;
import dev.plumbline.listen.ServerTls;
import dev.plumbline.tls.Identity;
import dev.plumbline.tls.TlsRules;
import dev.plumbline.tls.Trust;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Key {@code tls} of a server. */
final class ServerTlsReader {
  private static final Set<String> KEYS =
      CommonTlsReader.keysWith("client_ca_file", "client_ca_file_reload");

  private final CollectorFile context;

  ServerTlsReader(CollectorFile context) {
    this.context = context;
  }

  /** Null without TLS, or if it cannot be had, which has been said. */
  @Nullable ServerTls read(Section server) {
    Section tls = server.section("tls", KEYS);
    if (!tls.isPresent()) {
      return null;
    }
    CommonTlsReader common = new CommonTlsReader(context, tls);
    common.trust("ca");
    warnOfAuthorities(tls);
    // Changed files are seen within two seconds whatever these say.
    tls.truth("client_ca_file_reload");
    DurationKeys.notNegative(tls, "reload_interval", Duration.ZERO);
    Identity identity = common.identity();
    Trust clients = common.trust("client_ca");
    TlsRules rules = common.rules();
    if (List.of("cert_file", "cert_pem", "key_file", "key_pem").stream().noneMatch(tls::has)) {
      tls.problem(
          "cert_file",
          "TLS configuration must include both certificate and key for server connections");
    }
    return identity == null ? null : new ServerTls(identity, clients, rules);
  }

  /** The Collector reads them too, for connections that a server never makes. */
  private void warnOfAuthorities(Section tls) {
    for (String key : List.of("ca_file", "ca_pem")) {
      if (tls.has(key)) {
        context
            .warnings()
            .add(
                tls.positionOf(key),
                tls.keyPath(key) + ": has no effect here: client_ca_file names who gets in");
      }
    }
  }
}
