package dev.plumbline.format;

import dev.plumbline.convert.OtlpTarget;
import dev.plumbline.convert.PprofToOtlp;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.otlp.OtlpEncoder;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.otlp.decode.ReceivedLevel;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;
import dev.plumbline.run.Version;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A profile as one OTLP request of level 1.10: OTLP of that level as it came, pprof without loss,
 * anything else by the exporter's encoder. Stateless.
 */
public final class OtlpFile {
  private static final Scope SCOPE = Scope.of("plumbline", Version.OF_THIS);
  private static final Resource UNNAMED =
      Resource.of(Attributes.of(Attribute.of(Resource.SERVICE_NAME, "unknown_service")));

  private OtlpFile() {}

  public static byte[] of(ReadProfile profile) {
    if (profile instanceof ReadProfile.OfOtlp otlp) {
      return otlp.request().level() == ReceivedLevel.V1_10
          ? bytes(otlp.protobuf())
          : encoded(otlp.window());
    }
    if (profile instanceof ReadProfile.OfPprof pprof) {
      OtlpTarget target =
          OtlpTarget.builder(OtlpLevel.V1_10).resource(UNNAMED).scope(SCOPE).build();
      return bytes(PprofToOtlp.convert(pprof.profile(), target));
    }
    return encoded(profile.window());
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  private static byte[] encoded(ProfileWindow window) {
    OtlpEncoder encoder =
        OtlpEncoder.builder(OtlpLevel.V1_10)
            .maxRequestBytes(1 << 30)
            .maxSamplesPerProfile(Integer.MAX_VALUE)
            .maxProfileBytes(Integer.MAX_VALUE)
            .build();
    return bytes(encoder.encode(window).requests());
  }

  /** One request, or none if there is nothing to say: the limits above are those of an array. */
  private static byte[] bytes(List<ExportRequest> requests) {
    if (requests.isEmpty()) {
      return new byte[0];
    }
    if (requests.size() > 1) {
      throw new IllegalStateException(requests.size() + " requests, expected one");
    }
    byte[] bytes = new byte[requests.get(0).length()];
    requests.get(0).body().get(bytes);
    return bytes;
  }
}
