package dev.plumbline.otlp;

import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.SampleCounts;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Samples of one window that stay behind, while it is encoded. Confined to the encoder's thread.
 */
final class DroppedSamples {
  private final Map<DropReason, SampleCounts.Builder> counts = new EnumMap<>(DropReason.class);

  void add(DropReason reason, ProfileType type, int samples) {
    if (samples > 0) {
      counts.computeIfAbsent(reason, absent -> SampleCounts.builder()).add(type, samples);
    }
  }

  /** Unmodifiable, without zeros. */
  Map<DropReason, SampleCounts> byReason() {
    Map<DropReason, SampleCounts> built = new EnumMap<>(DropReason.class);
    counts.forEach((reason, samples) -> built.put(reason, samples.build()));
    return Collections.unmodifiableMap(built);
  }
}
