package dev.plumbline.agent.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.agent.child.app.Varied;
import dev.plumbline.convert.OtlpToWindow;
import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.export.fake.ReceivedRequest;
import dev.plumbline.junit.SideBySide;
import dev.plumbline.otlp.decode.OtlpDecoder;
import dev.plumbline.otlp.decode.OtlpLimits;
import dev.plumbline.otlp.decode.ReceivedLevel;
import dev.plumbline.profile.Profile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events that are off by default, from a JVM that is younger than one window. */
class EventsIT {
  @TempDir Path directory;

  @SideBySide
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "wall=20ms | wall/nanoseconds | Varied",
        "alloc=64k,live=true | inuse_space/bytes | Varied.main",
        "alloc=64k,live=true | samples/count | Varied.main",
        "nativemem=64k | malloc_bytes/bytes | Varied.main"
      })
  void event_that_is_switched_on_arrives_with_its_values(
      String arguments, String type, String function) throws Exception {
    try (FakeCollector collector = FakeCollector.start()) {
      Path config = directory.resolve("ig-config.yaml");
      Files.writeString(
          config,
          "operator:\n  otel-profiles:\n    exporters:\n"
              + "      mine: { exporter: otlp-grpc, insecure: true, otlp-level: 1.10, endpoint: \""
              + collector.grpcTarget()
              + "\" }\n");
      Child child =
          Child.underAgent(
              TestJdk.BUILD,
              "config=" + config + ",start=sync,exit.timeout=30s,interval=1m," + arguments,
              Varied.class,
              "900");

      assertThat(child.stderr)
          .as("%s", child)
          .doesNotContain("[plumbline] WARN", "[plumbline] ERROR");
      assertThat(profiles(collector.stored()))
          .as("%s", child)
          .filteredOn(profile -> profile.type().toString().startsWith(type))
          .isNotEmpty()
          .allSatisfy(
              profile -> {
                assertThat(profile.total()).isPositive();
                assertThat(profile.scope().attributes().string("plumbline.jvm.source_files"))
                    .isEqualTo("derived");
                assertThat(profile.samples().toString()).contains(function);
              });
    }
  }

  private static List<Profile> profiles(List<ReceivedRequest> requests) throws Exception {
    List<Profile> profiles = new ArrayList<>();
    for (ReceivedRequest request : requests) {
      profiles.addAll(
          OtlpToWindow.convert(
                  OtlpDecoder.of(ReceivedLevel.V1_10, OtlpLimits.DEFAULT).decode(request.body()), 1)
              .window()
              .profiles());
    }
    return profiles;
  }
}
