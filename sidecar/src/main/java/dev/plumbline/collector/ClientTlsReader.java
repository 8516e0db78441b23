package dev.plumbline.collector;

import dev.plumbline.config.Section;
import dev.plumbline.fetch.ClientTls;
import java.time.Duration;
import java.util.Set;

/** Key {@code tls} of a client. */
final class ClientTlsReader {
  private static final Set<String> KEYS =
      CommonTlsReader.keysWith("insecure", "insecure_skip_verify", "server_name_override");

  private final CollectorFile context;

  ClientTlsReader(CollectorFile context) {
    this.context = context;
  }

  ClientTls read(Section client) {
    Section tls = client.section("tls", KEYS);
    if (!tls.isPresent()) {
      return ClientTls.DEFAULT;
    }
    CommonTlsReader common = new CommonTlsReader(context, tls);
    // The scheme of the URL decides whether TLS is spoken, as in the Collector's HTTP client.
    tls.truth("insecure");
    return new ClientTls(
        common.trust("ca"),
        common.identity(),
        tls.text("server_name_override"),
        tls.truth("insecure_skip_verify", false)
            ? ClientTls.Verification.NONE
            : ClientTls.Verification.FULL,
        common.rules(),
        DurationKeys.notNegative(tls, "reload_interval", Duration.ZERO));
  }
}
