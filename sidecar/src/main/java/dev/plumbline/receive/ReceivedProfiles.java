package dev.plumbline.receive;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** What one request brought. Confined to the thread that handles it. */
public interface ReceivedProfiles {
  /**
   * In the model's words; made when it is first asked for.
   *
   * @throws dev.plumbline.listen.LargerThanHeapException if that would take too much memory
   */
  ProfileWindow window();

  /** About as many as the window would have, without it being made. */
  long sampleCount();

  /**
   * What a repetition of this delivery has too, and nothing else.
   *
   * @return null where the format has nothing of that kind
   */
  default @Nullable String deliveryId() {
    return null;
  }

  /** Tells whose profiles these are, and who took them, at least once each. */
  default void eachSource(BiConsumer<Resource, Scope> visitor) {
    window().profiles().forEach(profile -> visitor.accept(profile.resource(), profile.scope()));
  }

  /**
   * As requests of that level that say all that was received, without a detour over the model.
   *
   * @return null where they have to be encoded from the window
   */
  @Nullable List<ExportRequest> encoded(OtlpLevel level);
}
