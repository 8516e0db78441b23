package dev.plumbline.run;

import dev.plumbline.probe.GadgetProbe;
import java.io.IOException;

/** Told how a run goes. Called on the run's thread; must not block. */
@FunctionalInterface
public interface RunObserver {
  /** Told nothing. */
  RunObserver NONE = (samples, probe) -> {};

  /**
   * A window was closed.
   *
   * @param samples that it has, over all data sources
   * @param probe to be asked during the call only
   */
  void windowClosed(long samples, GadgetProbe probe) throws IOException;

  /** There will be no window before the end of the run. */
  default void onlyAtTheEnd() {}
}
