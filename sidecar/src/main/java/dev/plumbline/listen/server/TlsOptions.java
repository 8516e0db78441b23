package dev.plumbline.listen.server;

import dev.plumbline.listen.ServerTls;
import dev.plumbline.tls.Identity;
import dev.plumbline.tls.TlsRules;
import dev.plumbline.tls.Trust;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.ServerSSLOptions;
import io.vertx.core.net.TrustOptions;
import java.io.IOException;
import java.security.GeneralSecurityException;

/** A listener's TLS in the words of the server library. Stateless. */
final class TlsOptions {
  private TlsOptions() {}

  /**
   * Of the files as they are now.
   *
   * @throws IOException if one cannot be read, with a message that names it
   */
  static ServerSSLOptions of(ServerTls tls) throws IOException, GeneralSecurityException {
    ServerSSLOptions options = new ServerSSLOptions();
    TlsRules rules = tls.rules();
    options.setUseAlpn(true).setEnabledSecureTransportProtocols(rules.protocols());
    rules.cipherSuites().forEach(options::addEnabledCipherSuite);
    if (!rules.groups().isEmpty()) {
      options.setKeyExchangeGroups(rules.groups());
    }
    Identity identity = tls.identity();
    options.setKeyCertOptions(
        new PemKeyCertOptions()
            .addCertValue(Buffer.buffer(identity.certificate().bytes()))
            .addKeyValue(Buffer.buffer(identity.key().bytes())));
    Trust clients = tls.clients();
    if (clients != null) {
      options
          .setClientAuth(ClientAuth.REQUIRED)
          .setTrustOptions(TrustOptions.wrap(clients.managers()));
    }
    return options;
  }
}
