package dev.plumbline.listen.server;

import dev.plumbline.fault.FaultText;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** Why a handshake of TLS failed. */
public enum HandshakeFault {
  PLAINTEXT("plaintext", "it does not speak TLS"),
  TIMEOUT("timeout", "it takes too long"),
  BROKEN_OFF("broken_off", "it broke off"),
  CERTIFICATE("certificate", "its certificate is missing, or none that we accept"),
  DISTRUSTED("distrusted", "it does not accept our certificate"),
  NOTHING_IN_COMMON("nothing_in_common", "no version or cipher suite in common"),
  OTHER("other", "the handshake failed");

  /** Alerts (RFC 8446, section 6.2) about our certificate. */
  private static final Set<String> OF_CERTIFICATES =
      Set.of(
          "bad_certificate",
          "unsupported_certificate",
          "certificate_revoked",
          "certificate_expired",
          "certificate_unknown",
          "unknown_ca",
          "access_denied");

  private static final Set<String> OF_CHOICES =
      Set.of("handshake_failure", "protocol_version", "insufficient_security");

  /** The JDK tells what came, and what it does not accept, by its message alone. */
  private static final Pattern RECEIVED = Pattern.compile("Received fatal alert: (\\w+)");

  private static final Pattern OF_CLIENT =
      Pattern.compile("client certificate|certificate chain|\\(certificate_|\\(bad_certificate");
  private static final Pattern IN_COMMON =
      Pattern.compile("in common|[Pp]rotocol|cipher suite|named group|authentication scheme");

  private final String reason;
  private final String words;

  HandshakeFault(String reason, String words) {
    this.reason = reason;
    this.words = words;
  }

  /** As metrics have it. */
  public String reason() {
    return reason;
  }

  /** Of the peer, for people. */
  String words(Throwable cause) {
    boolean saysMore = this == CERTIFICATE || this == NOTHING_IN_COMMON || this == OTHER;
    return saysMore ? words + ": " + FaultText.ofForeign(cause) : words;
  }

  static HandshakeFault of(Throwable cause) {
    if (cause instanceof NotSslRecordException) {
      return PLAINTEXT;
    }
    if (cause instanceof SslHandshakeTimeoutException) {
      return TIMEOUT;
    }
    if (cause instanceof ClosedChannelException || !(cause instanceof SSLException)) {
      return BROKEN_OFF;
    }
    String message = String.valueOf(cause.getMessage());
    Matcher received = RECEIVED.matcher(message);
    if (received.find()) {
      return ofAlert(received.group(1));
    }
    if (cause.getCause() instanceof CertificateException || OF_CLIENT.matcher(message).find()) {
      return CERTIFICATE;
    }
    return IN_COMMON.matcher(message).find() ? NOTHING_IN_COMMON : OTHER;
  }

  private static HandshakeFault ofAlert(String alert) {
    if (OF_CERTIFICATES.contains(alert)) {
      return DISTRUSTED;
    }
    return OF_CHOICES.contains(alert) ? NOTHING_IN_COMMON : OTHER;
  }
}
