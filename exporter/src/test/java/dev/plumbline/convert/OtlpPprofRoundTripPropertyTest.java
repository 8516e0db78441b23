package dev.plumbline.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.otlp.decode.LevelRequestBytes;
import dev.plumbline.otlp.decode.OtlpDecoder;
import dev.plumbline.otlp.decode.OtlpLimits;
import dev.plumbline.otlp.decode.OtlpRequest;
import dev.plumbline.otlp.decode.RealRequests;
import dev.plumbline.otlp.decode.ReceivedLevel;
import dev.plumbline.pprof.PprofLimits;
import dev.plumbline.pprof.PprofProfile;
import dev.plumbline.pprof.PprofReader;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.Scope;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/**
 * OTLP to pprof and back says the same but for what pprof has no words for: times of events,
 * resource and scope, kinds of frames.
 */
class OtlpPprofRoundTripPropertyTest {
  private static final Set<String> RESOURCE_KEYS =
      Set.of(
          "service.name",
          "process.pid",
          "process.executable.name",
          "container.name",
          "container.id",
          "k8s.pod.name");

  private static final Resource EMPTY = Resource.of(Attributes.EMPTY);
  private static final long RECEIVED = 1_800_000_000_000_000_000L;

  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void request_toPprofAndBack_keepsItsSamples(@ForAll long seed) throws Exception {
    assertKept(LevelRequestBytes.of(seed));
  }

  @Test
  void realRequests_toPprofAndBack_keepTheirSamples() throws Exception {
    assertKept(RealRequests.bytes("collector-pprof-1.10.otlp"));
    assertKept(RealRequests.bytes("ebpf-profiler-1.10.otlp"));
  }

  private static void assertKept(byte[] bytes) throws Exception {
    OtlpRequest request = OtlpDecoder.of(ReceivedLevel.V1_10, OtlpLimits.DEFAULT).decode(bytes);
    Map<String, Long> expected = totals(OtlpToWindow.convert(request, RECEIVED).window());
    Map<String, Long> back = new HashMap<>();
    for (PprofProfile file : OtlpToPprof.convert(request)) {
      PprofProfile read = PprofReader.of(PprofLimits.FILE).read(file.toProtobuf());
      OtlpTarget target = OtlpTarget.builder(OtlpLevel.V1_10).build();
      for (ExportRequest again : PprofToOtlp.convert(read, target)) {
        OtlpRequest decoded =
            OtlpDecoder.of(ReceivedLevel.V1_10, OtlpLimits.DEFAULT)
                .decode(PprofOtlpRoundTripPropertyTest.bytes(again));
        totals(OtlpToWindow.convert(decoded, RECEIVED).window())
            .forEach((key, value) -> back.merge(key, value, Long::sum));
      }
      totals(PprofToWindow.convert(read, EMPTY, Scope.of("", ""), RECEIVED).window());
    }
    assertThat(back).isEqualTo(expected).isNotEmpty();
  }

  private static Map<String, Long> totals(ProfileWindow window) {
    Map<String, Long> totals = new HashMap<>();
    for (Profile profile : window.profiles()) {
      for (Sample sample : profile.samples()) {
        StringBuilder key = new StringBuilder(profile.type().toString());
        for (Frame frame : sample.stackTrace().frames()) {
          key.append(" < ")
              .append(frame.functionName())
              .append('|')
              .append(frame.systemName())
              .append('|')
              .append(frame.fileName())
              .append(':')
              .append(frame.line())
              .append('@')
              .append(frame.mapping().fileName())
              .append('+')
              .append(Long.toHexString(frame.address()))
              .append(frame.inlined());
        }
        sample
            .attributes()
            .forEach(
                attribute -> {
                  if (!RESOURCE_KEYS.contains(attribute.key())) {
                    key.append(' ').append(attribute);
                  }
                });
        key.append(sample.link());
        totals.merge(key.toString(), sample.value(), Long::sum);
      }
    }
    return totals;
  }
}
