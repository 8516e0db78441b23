package dev.plumbline.export;

import dev.plumbline.otlp.DropReason;
import dev.plumbline.otlp.EncodedWindow;
import dev.plumbline.otlp.OtlpEncoder;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.ProfileWindow;
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
    Map<String, Integer> dropped = new TreeMap<>();
    for (Map.Entry<DropReason, Integer> drop : encoded.dropped().entrySet()) {
      dropped.put(drop.getKey().text(), drop.getValue());
    }
    return new Encoding(encoded.requests(), dropped);
  }

  private OtlpEncoder encoder(OtlpLevel level) {
    return OtlpEncoder.builder(level).maxRequestBytes(maxRequestBytes).build();
  }
}
