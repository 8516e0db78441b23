package dev.plumbline.serve.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.config.Variables;
import dev.plumbline.export.assembly.ExporterFactory;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.settings.ExporterKind;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.export.settings.FileSettings;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.SampleCounts;
import dev.plumbline.profile.Scope;
import dev.plumbline.receive.ProfileIntake;
import dev.plumbline.receive.ReceivedProfiles;
import dev.plumbline.serve.config.ServeConfig;
import dev.plumbline.serve.config.ServeConfigReader;
import dev.plumbline.spool.SpoolSettings;
import dev.plumbline.spool.SpooledExporter;
import dev.plumbline.store.Windows;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where nothing is lost only because a route leads nowhere. */
class RouterTest {
  private final List<ProfileWindow> stored = new ArrayList<>();
  private final Router router = new Router();
  private final ServeConfig config =
      ServeConfigReader.read(null, null, Variables.NONE, Variables.NONE);
  private int windowsRead;
  private long lost;
  private boolean isTooMuch;

  RouterTest() throws Exception {
    router.change(new Router.Routes(new Store(), Map.of(), config));
  }

  private final class Store implements Router.StoreSink {
    @Override
    public void accept(ProfileWindow window, @Nullable String deliveryId) {
      stored.add(window);
    }

    @Override
    public void withoutMemory(long samples) {
      lost += samples;
    }
  }

  private ReceivedProfiles received() {
    return new ReceivedProfiles() {
      @Override
      public ProfileWindow window() {
        windowsRead++;
        if (isTooMuch) {
          throw new OutOfMemoryError("as if");
        }
        return Windows.cpu("shop", Windows.START_MILLIS, Windows.sample("f", 1));
      }

      @Override
      public long sampleCount() {
        return 1;
      }

      @Override
      public void eachSource(BiConsumer<Resource, Scope> visitor) {
        // Of nobody: what it would tell does not matter here.
      }

      @Override
      public @Nullable List<ExportRequest> encoded(OtlpLevel level) {
        return isTooMuch
            ? List.of(ExportRequest.takingOver(new byte[1], 1, 1, SampleCounts.EMPTY))
            : null;
      }
    };
  }

  /** Its exporters have it: a sender that came again would make them get it twice. */
  @Test
  void profilesWithoutMemoryForTheStore_areSafeInTheirExporters_andCounted(@TempDir Path directory)
      throws Exception {
    isTooMuch = true;
    try (SpooledExporter exporter = fileExporter(directory)) {
      exporter.start();
      router.change(new Router.Routes(new Store(), Map.of("out", exporter), config));
      ProfileIntake intake = router.intake(new Router.Source("", List.of("out")));
      assertThat(intake.accept(received())).isTrue();
      assertThat(lost).isEqualTo(1);
      assertThat(stored).isEmpty();
    }
  }

  @Test
  void profilesWithoutMemoryForTheStoreAlone_areNotTaken() {
    isTooMuch = true;
    ProfileIntake intake = router.intake(new Router.Source("", List.of()));
    assertThatThrownBy(() -> intake.accept(received())).isInstanceOf(OutOfMemoryError.class);
    assertThat(lost).isZero();
  }

  private static SpooledExporter fileExporter(Path directory) {
    ExporterSettings settings =
        ExporterSettings.builder("out", ExporterKind.FILE)
            .file(FileSettings.of(directory.resolve("out")))
            .build();
    return new SpooledExporter(
        settings,
        new SpoolSettings(directory, 1 << 20),
        ExporterFactory::create,
        (body, level) -> {
          throw new AssertionError("not asked");
        },
        Clock.systemUTC());
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
