package dev.plumbline.run;

import dev.plumbline.profile.ProfileWindow;

/** Takes windows over: a store, an exporter's queue, or what chooses among them. Thread-safe. */
@FunctionalInterface
public interface WindowSink {
  /** Never waits for I/O of the network; what is not kept is counted there. */
  void accept(ProfileWindow window);
}
