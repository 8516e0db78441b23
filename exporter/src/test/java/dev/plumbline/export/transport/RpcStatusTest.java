package dev.plumbline.export.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.fake.FakeWire;
import java.io.IOException;
import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class RpcStatusTest {
  @Test
  void messageAndRetryInfo_areRead() throws IOException {
    RpcStatus status = RpcStatus.parse(FakeWire.rpcStatus(14, "busy", Duration.ofMillis(2_500)));
    assertThat(status.message()).isEqualTo("busy");
    assertThat(status.hasRetryInfo()).isTrue();
    assertThat(status.retryDelayNanos()).isEqualTo(2_500_000_000L);
  }

  @Test
  void extremeDelays_neitherOverflowNorGoBelowZero() throws IOException {
    assertThat(
            RpcStatus.parse(FakeWire.rpcStatus(14, "", Duration.ofSeconds(Long.MAX_VALUE)))
                .retryDelayNanos())
        .isPositive();
    assertThat(
            RpcStatus.parse(FakeWire.rpcStatus(14, "", Duration.ofSeconds(-5))).retryDelayNanos())
        .isZero();
  }

  @Test
  void noRetryInfo_isNoPermission() throws IOException {
    assertThat(RpcStatus.parse(FakeWire.rpcStatus(8, "full", null)).hasRetryInfo()).isFalse();
  }

  @Property(tries = 300)
  void anyBytes_giveAStatusOrAnIoException(@ForAll @Size(max = 200) byte[] bytes) {
    try {
      assertThat(RpcStatus.parse(bytes).retryDelayNanos()).isNotNegative();
    } catch (IOException expected) {
      assertThat(expected).isNotNull();
    }
  }
}
