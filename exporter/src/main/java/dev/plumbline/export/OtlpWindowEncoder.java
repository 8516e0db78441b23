package dev.plumbline.export;

import dev.plumbline.otlp.EncodedWindow;
import dev.plumbline.otlp.OtlpEncoder;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.otlp.ProfileIds;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.SampleCounts;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** The OTLP encoder of whatever level the receiver turns out to speak. */
final class OtlpWindowEncoder implements WindowEncoder {
  private final int maxRequestBytes;
  private final Map<OtlpLevel, OtlpEncoder> encoders = new EnumMap<>(OtlpLevel.class);

  OtlpWindowEncoder(int maxRequestBytes) {
    this.maxRequestBytes = maxRequestBytes;
  }

  @Override
  public Encoding encode(ProfileWindow window, OtlpLevel level) {
    EncodedWindow encoded = encoders.computeIfAbsent(level, this::encoder).encode(window);
    Map<String, SampleCounts> dropped = new TreeMap<>();
    encoded.dropped().forEach((reason, samples) -> dropped.put(reason.text(), samples));
    return new Encoding(encoded.requests(), dropped);
  }

  private OtlpEncoder encoder(OtlpLevel level) {
    return OtlpEncoder.builder(level)
        .maxRequestBytes(maxRequestBytes)
        .profileIds(ProfileIds.unique())
        .build();
  }
}
