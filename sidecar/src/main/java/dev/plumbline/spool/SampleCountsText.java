package dev.plumbline.spool;

import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.SampleCounts;

/**
 * Counts by profile type as a text of the file: a line for each type, with type, unit, period type,
 * period unit, accumulation and count between tabs. Tabs and line ends in words become blanks.
 * Stateless.
 */
final class SampleCountsText {
  private static final int PARTS = 6;

  private SampleCountsText() {}

  static String write(SampleCounts counts) {
    StringBuilder text = new StringBuilder();
    for (ProfileType type : counts.types()) {
      text.append(word(type.type())).append('\t');
      text.append(word(type.unit())).append('\t');
      text.append(word(type.periodType())).append('\t');
      text.append(word(type.periodUnit())).append('\t');
      text.append(type.accumulation().name()).append('\t');
      text.append(counts.of(type)).append('\n');
    }
    return text.toString();
  }

  private static String word(String word) {
    return word.replaceAll("[\\t\\n\\r]", " ");
  }

  /** A line that cannot be read counts for nothing. */
  static SampleCounts read(String text) {
    SampleCounts.Builder counts = SampleCounts.builder();
    for (String line : text.split("\n", -1)) {
      String[] parts = line.split("\t", -1);
      if (parts.length == PARTS && parts[PARTS - 1].matches("\\d{1,18}")) {
        boolean isStock = parts[4].equals(ProfileType.Accumulation.STOCK.name());
        ProfileType type =
            ProfileType.builder(parts[0], parts[1])
                .periodType(parts[2], parts[3])
                .accumulation(
                    isStock ? ProfileType.Accumulation.STOCK : ProfileType.Accumulation.FLOW)
                .build();
        counts.add(type, Long.parseLong(parts[PARTS - 1]));
      }
    }
    return counts.build();
  }
}
