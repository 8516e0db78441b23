package dev.plumbline.format.legacy;

import static java.util.Objects.requireNonNull;

import dev.plumbline.pprof.PprofProfile;
import java.util.List;

/**
 * What such a profile became. Immutable.
 *
 * @param format for people, such as {@code pprof heap text}
 * @param notes on what was skipped, a line each
 */
public record LegacyProfile(String format, PprofProfile profile, List<String> notes) {
  public LegacyProfile {
    requireNonNull(format, "format");
    requireNonNull(profile, "profile");
    notes = List.copyOf(notes);
  }
}
