package dev.plumbline.export.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiverAddressTest {
  @ParameterizedTest
  @CsvSource({
    "h:4317, h:4317, h",
    "[::1]:4317, '[::1]:4317', ::1",
    "dns:///h:4317, h:4317, h",
    "dns:h:4317, h:4317, h",
    "unix:///tmp/s, localhost, localhost",
    "unix:/tmp/s, localhost, localhost"
  })
  void targets_areRead(String target, String authority, String host) {
    ReceiverAddress address = ReceiverAddress.parse(target);
    assertThat(address.authority()).isEqualTo(authority);
    assertThat(address.host()).isEqualTo(host);
    assertThat(address.isUnixSocket()).isEqualTo(target.startsWith("unix"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"h", "h:", "h:0", "h:65536", ":4317", "h:x", ""})
  void otherTexts_areRefused(String target) {
    assertThatThrownBy(() -> ReceiverAddress.parse(target))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected host:port");
  }

  @Test
  void localhost_isLookedUp() throws Exception {
    assertThat(ReceiverAddress.of("localhost", 1).lookUp()).isNotEmpty();
  }
}
