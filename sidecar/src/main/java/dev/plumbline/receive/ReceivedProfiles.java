package dev.plumbline.receive;

import static java.util.Objects.requireNonNull;

import dev.plumbline.export.ExportRequest;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.ProfileWindow;
import org.jspecify.annotations.Nullable;

/**
 * What one request brought. Immutable.
 *
 * @param window in the model's words
 * @param original the request itself, if it says the same and can be sent on as it is; else null
 */
public record ReceivedProfiles(ProfileWindow window, @Nullable Original original) {
  public ReceivedProfiles {
    requireNonNull(window, "window");
  }

  /** A request as it came, uncompressed. Immutable. */
  public record Original(ExportRequest request, OtlpLevel level) {
    public Original {
      requireNonNull(request, "request");
      requireNonNull(level, "level");
    }
  }
}
