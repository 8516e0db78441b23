package dev.plumbline.receive;

import dev.plumbline.export.ExportRequest;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.ProfileWindow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one request brought. Confined to the thread that handles it. */
public interface ReceivedProfiles {
  /** In the model's words. */
  ProfileWindow window();

  /**
   * As requests of that level that say all that was received, without a detour over the model.
   *
   * @return null where they have to be encoded from the window
   */
  @Nullable List<ExportRequest> encoded(OtlpLevel level);
}
