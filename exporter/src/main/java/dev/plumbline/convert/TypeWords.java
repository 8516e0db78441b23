package dev.plumbline.convert;

import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileType.Accumulation;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Words of a received type as a type of the model. Stateless. */
final class TypeWords {
  private TypeWords() {}

  /**
   * Null if the type or its unit is not said. A period that is not said is one of the type itself.
   */
  static @Nullable ProfileType of(
      String type, String unit, String periodType, String periodUnit, long period) {
    if (type.isEmpty() || unit.isEmpty()) {
      return null;
    }
    ProfileType.Builder builder =
        ProfileType.builder(type, unit)
            .period(Math.max(1, period))
            .accumulation(isStock(type) ? Accumulation.STOCK : Accumulation.FLOW);
    return periodType.isEmpty() || periodUnit.isEmpty()
        ? builder.build()
        : builder.periodType(periodType, periodUnit).build();
  }

  /** Whether values of that name are a state, by the names of the producers that we know. */
  private static boolean isStock(String type) {
    String word = type.toLowerCase(Locale.ROOT);
    return word.startsWith("inuse_")
        || word.startsWith("live")
        || word.startsWith("goroutine")
        || word.equals("threadcreate")
        || word.equals("threads");
  }
}
