package dev.plumbline.serve.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.config.Variables;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.receive.ProfileIntake;
import dev.plumbline.receive.ReceivedProfiles;
import dev.plumbline.serve.config.ServeConfig;
import dev.plumbline.serve.config.ServeConfigReader;
import dev.plumbline.store.Windows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Where nothing is lost only because a route leads nowhere. */
class RouterTest {
  private final List<ProfileWindow> stored = new ArrayList<>();
  private final Router router = new Router();

  RouterTest() throws Exception {
    ServeConfig config = ServeConfigReader.read(null, null, Variables.NONE, Variables.NONE);
    router.change(new Router.Routes((window, id) -> stored.add(window), Map.of(), config));
  }

  private static ReceivedProfiles received() {
    return new ReceivedProfiles() {
      @Override
      public ProfileWindow window() {
        return Windows.cpu("shop", Windows.START_MILLIS, Windows.sample("f", 1));
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
}
