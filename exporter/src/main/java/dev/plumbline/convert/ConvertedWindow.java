package dev.plumbline.convert;

import static java.util.Objects.requireNonNull;

import dev.plumbline.profile.ProfileWindow;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * A received request or file in the model's words, with what had to be left out of it. Immutable.
 */
public final class ConvertedWindow {
  private final ProfileWindow window;
  private final Map<RejectReason, Integer> rejected;
  private final int untimedProfiles;

  ConvertedWindow(ProfileWindow window, Map<RejectReason, Integer> rejected, int untimedProfiles) {
    this.window = requireNonNull(window, "window");
    this.rejected =
        rejected.isEmpty()
            ? Collections.emptyMap()
            : Collections.unmodifiableMap(new EnumMap<>(rejected));
    this.untimedProfiles = untimedProfiles;
  }

  /** Profiles with samples; empty if nothing was received but zeros. */
  public ProfileWindow window() {
    return window;
  }

  /** Samples that were left out, by reason; unmodifiable. */
  public Map<RejectReason, Integer> rejected() {
    return rejected;
  }

  public int rejectedSamples() {
    return rejected.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Profiles that said no time that can be meant, and got the time of their receipt. */
  public int untimedProfiles() {
    return untimedProfiles;
  }
}
