package dev.plumbline.otlp.decode;

import dev.plumbline.wire.InputException;
import dev.plumbline.wire.InputException.Kind;
import dev.plumbline.wire.IntList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Profiles of level 1.7 with several types, each sample with a value for each. Stateless. */
final class OldTypes {
  private static final int MAX_TYPES = 1_000;

  private OldTypes() {}

  static List<OtlpProfile> split(OtlpProfile all, IntList types, int defaultType, int start)
      throws InputException {
    int count = types.size() / 2;
    if (count <= 1) {
      all.type = count == 0 ? 0 : types.get(0);
      all.unit = count == 0 ? 0 : types.get(1);
      return Collections.singletonList(all);
    }
    if (count > MAX_TYPES) {
      throw new InputException(
          Kind.TOO_MANY, start, count + " sample types, the limit is " + MAX_TYPES);
    }
    OtlpSamples samples = all.samples;
    for (int sample = 0; sample < samples.count(); sample++) {
      if (samples.valueCount(sample) != count) {
        throw InputException.malformed(
            start,
            "sample "
                + sample
                + " has "
                + samples.valueCount(sample)
                + " values, expected "
                + count);
      }
    }
    List<OtlpProfile> profiles = new ArrayList<>();
    for (int type = 0; type < count; type++) {
      OtlpProfile one = all.withSamples(samples.column(type));
      one.type = types.get(2 * type);
      one.unit = types.get(2 * type + 1);
      one.isDefaultType = type == defaultType;
      profiles.add(one);
    }
    return Collections.unmodifiableList(profiles);
  }
}
