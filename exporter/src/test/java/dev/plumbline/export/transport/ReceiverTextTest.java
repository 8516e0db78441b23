package dev.plumbline.export.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

class ReceiverTextTest {
  @Test
  void text_isOneShortLine() {
    assertThat(ReceiverText.clean(" a\r\nb\u001b[31m ")).isEqualTo("a  b [31m");
    assertThat(ReceiverText.clean("x".repeat(5000))).hasSize(1024);
    assertThat(ReceiverText.clean(null)).isEmpty();
  }

  @Test
  void causes_areNamedOnce() {
    SSLHandshakeException tls = new SSLHandshakeException("PKIX path");
    tls.initCause(new IOException("NotAfter: yesterday"));
    assertThat(ReceiverText.ofCauses("io exception", new IOException("wrapped", tls)))
        .isEqualTo("io exception: PKIX path: NotAfter: yesterday");
    assertThat(ReceiverText.ofCauses("refused", new IOException("refused"))).isEqualTo("refused");
    assertThat(ReceiverText.ofCauses(null, new IllegalStateException())).isEqualTo("illegal state");
    assertThat(ReceiverText.ofCauses("alone", null)).isEqualTo("alone");
  }
}
