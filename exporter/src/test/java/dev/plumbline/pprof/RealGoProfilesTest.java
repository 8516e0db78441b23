package dev.plumbline.pprof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.convert.OtlpTarget;
import dev.plumbline.convert.OtlpToPprof;
import dev.plumbline.convert.PprofToOtlp;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.otlp.decode.LevelFinder;
import dev.plumbline.otlp.decode.OtlpLimits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Profiles of a real Go program, of every kind, through OTLP and back: Go's own tool prints the
 * same of what comes out as of what went in.
 */
class RealGoProfilesTest {
  private static final List<String> KINDS =
      List.of("cpu", "heap", "allocs", "block", "mutex", "goroutine", "threadcreate");

  @TempDir Path directory;

  @Test
  void profilesOfEveryKind_throughOtlpAndBack_areTheSameToGo() throws Exception {
    Path source = directory.resolve("profiles.go");
    try (InputStream in = RealGoProfilesTest.class.getResourceAsStream("profiles.go")) {
      assertThat(in).isNotNull();
      Files.copy(in, source);
    }
    GoPprof.go(List.of("run", source.toString(), directory.toString()));
    for (String kind : KINDS) {
      Path file = directory.resolve(kind + ".pb.gz");
      PprofProfile profile = PprofReader.of(PprofLimits.PUSHED).read(Files.readAllBytes(file));
      Path back =
          Files.write(directory.resolve(kind + ".back.pb"), throughOtlp(profile).toProtobuf());
      for (int type = 0; type < profile.sampleTypeCount(); type++) {
        List<String> options =
            List.of("-top", "-symbolize=none", "-nodefraction=0", "-sample_index=" + type);
        assertThat(shown(options, back)).as(kind + " " + type).isEqualTo(shown(options, file));
      }
      List<String> tags = List.of("-tags", "-symbolize=none");
      assertThat(shown(tags, back)).as(kind).isEqualTo(shown(tags, file));
    }
    assertThat(shown(List.of("-tags"), directory.resolve("cpu.back.pb")))
        .contains("worker", "route");
  }

  private static PprofProfile throughOtlp(PprofProfile profile) throws Exception {
    List<ExportRequest> requests =
        PprofToOtlp.convert(profile, OtlpTarget.builder(OtlpLevel.V1_10).build());
    byte[] bytes = new byte[requests.get(0).length()];
    requests.get(0).body().get(bytes);
    LevelFinder finder = LevelFinder.of(OtlpLimits.DEFAULT, Clock.systemUTC());
    return OtlpToPprof.convert(finder.decode(bytes, "go")).get(0);
  }

  private static String shown(List<String> options, Path file)
      throws IOException, InterruptedException {
    return GoPprof.run(options, file).replace(file.toString(), "");
  }
}
