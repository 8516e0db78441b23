package dev.plumbline.serve.source;

import dev.plumbline.run.RunObserver;
import dev.plumbline.run.StopRequest;
import dev.plumbline.run.WindowSink;
import dev.plumbline.serve.config.GadgetSettings;
import dev.plumbline.serve.machine.ServeException;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/** Makes the run of a gadget. */
@FunctionalInterface
public interface GadgetFactory {
  /** Ends when it is asked to, or with what is wrong. */
  @FunctionalInterface
  interface Run {
    void run() throws IOException;
  }

  /**
   * Checks rights and parameters; nothing is loaded into the kernel before the run.
   *
   * @param sinks of a data source
   * @throws ServeException if this gadget cannot run here
   */
  Run create(
      GadgetSettings settings,
      Function<String, List<WindowSink>> sinks,
      RunObserver observer,
      StopRequest stop)
      throws ServeException, IOException;
}
