package dev.plumbline.serve.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.config.Variables;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;
import dev.plumbline.receive.ProfileIntake;
import dev.plumbline.receive.ReceivedProfiles;
import dev.plumbline.serve.config.ServeConfig;
import dev.plumbline.serve.config.ServeConfigReader;
import dev.plumbline.store.Windows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Where nothing is lost only because a route leads nowhere. */
class RouterTest {
  private final List<ProfileWindow> stored = new ArrayList<>();
  private final Router router = new Router();
  private final ServeConfig config =
      ServeConfigReader.read(null, null, Variables.NONE, Variables.NONE);
  private int windowsRead;

  RouterTest() throws Exception {
    router.change(new Router.Routes((window, id) -> stored.add(window), Map.of(), config));
  }

  private ReceivedProfiles received() {
    return new ReceivedProfiles() {
      @Override
      public ProfileWindow window() {
        windowsRead++;
        return Windows.cpu("shop", Windows.START_MILLIS, Windows.sample("f", 1));
      }

      @Override
      public void eachSource(BiConsumer<Resource, Scope> visitor) {
        // Of nobody: what it would tell does not matter here.
      }

      @Override
      public @Nullable List<ExportRequest> encoded(OtlpLevel level) {
        return null;
      }
    };
  }

  /** As for a request that a closed listener still handles when its exporter is gone. */
  @Test
  void profilesForAnExporterThatIsGone_areNotSafe() throws Exception {
    ProfileIntake intake = router.intake(new Router.Source("", List.of("gone")));
    assertThat(intake.accept(received())).isFalse();
    assertThat(stored).isEmpty();
  }

  @Test
  void profilesForTheStoreOnly_areSafeThere() throws Exception {
    ProfileIntake intake = router.intake(new Router.Source("", List.of()));
    assertThat(intake.accept(received())).isTrue();
    assertThat(stored).hasSize(1);
  }

  /** To read it is most of what a request costs that is passed on as it came. */
  @Test
  void profilesThatNobodyStores_areNotReadAsAWindow() throws Exception {
    router.change(new Router.Routes(null, Map.of(), config));
    assertThat(router.intake(new Router.Source("", List.of())).accept(received())).isTrue();
    assertThat(windowsRead).isZero();
  }
}
