package dev.plumbline.receive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;
import dev.plumbline.store.MovableClock;
import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AgentRegistryTest {
  private final MovableClock clock =
      new MovableClock(Instant.parse("2026-01-01T00:00:00Z").toEpochMilli());
  private final AgentRegistry registry = new AgentRegistry(clock);

  /** Profiles of one source that nobody should have to convert. */
  private record From(String service, long pid, String scope) implements ReceivedProfiles {
    @Override
    public ProfileWindow window() {
      throw new AssertionError("not asked");
    }

    @Override
    public long sampleCount() {
      throw new AssertionError("not asked");
    }

    @Override
    public void eachSource(BiConsumer<Resource, Scope> visitor) {
      Attributes attributes =
          Attributes.of(Attribute.of("service.name", service), Attribute.of("process.pid", pid));
      visitor.accept(Resource.of(attributes), Scope.of(scope, "9"));
    }

    @Override
    public @Nullable List<ExportRequest> encoded(OtlpLevel level) {
      return null;
    }
  }

  @Test
  void agents_areKeptByServiceAndProcess_othersAreNot() {
    registry.see(new From("shop", 7, "dev.plumbline.agent"));
    registry.see(new From("shop", 8, "dev.plumbline.agent"));
    registry.see(new From("shop", 7, "dev.plumbline.agent"));
    registry.see(new From("cart", 9, "somebody.else"));
    assertThat(registry.agents())
        .extracting(agent -> agent.service() + " " + agent.pid() + " " + agent.version())
        .containsExactly("shop 8 9", "shop 7 9");
  }

  @Test
  void silentAgent_isForgottenAfterAnHour() {
    registry.see(new From("shop", 7, "dev.plumbline.agent"));
    clock.advanceSeconds(3_500);
    assertThat(registry.agents()).hasSize(1);
    clock.advanceSeconds(200);
    assertThat(registry.agents()).isEmpty();
  }

  @Test
  void agents_areBounded() {
    for (int pid = 0; pid < AgentRegistry.MAX_AGENTS + 5; pid++) {
      registry.see(new From("shop", pid, "dev.plumbline.agent"));
    }
    assertThat(registry.agents()).hasSize(AgentRegistry.MAX_AGENTS);
    assertThat(registry.agents().get(0).pid()).isEqualTo(5);
  }
}
