package dev.plumbline.cli;

import dev.plumbline.config.Variables;
import dev.plumbline.config.exporters.ExporterChoice;
import dev.plumbline.config.exporters.IgConfig;
import dev.plumbline.config.exporters.OtelEnvironment;
import dev.plumbline.export.assembly.ExporterFactory;
import dev.plumbline.output.FieldChoice;
import dev.plumbline.output.OutputChoice;
import dev.plumbline.probe.Gadget;
import dev.plumbline.probe.GadgetCatalog;
import dev.plumbline.probe.GadgetProbe;
import dev.plumbline.probe.RunException;
import dev.plumbline.profile.Attributes;
import dev.plumbline.run.GadgetProbes;
import dev.plumbline.run.GadgetRuns;
import dev.plumbline.run.RunObserver;
import dev.plumbline.run.RunSettings;
import dev.plumbline.run.StopRequest;
import dev.plumbline.run.WindowSink;
import dev.plumbline.serve.config.GadgetSettings;
import dev.plumbline.serve.machine.ServeException;
import dev.plumbline.serve.source.GadgetFactory;
import dev.plumbline.yaml.Problems;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Gadgets of this host for the daemon: nothing is shown, all goes to its sinks. Immutable. */
final class HostGadgets implements GadgetFactory {
  private final Attributes resource;
  private final Console console;

  /**
   * Needs no rights yet.
   *
   * @param resource over the host's own attributes
   */
  HostGadgets(Attributes resource, Console console) {
    this.resource = resource;
    this.console = console;
  }

  @Override
  public Run create(
      GadgetSettings settings,
      Function<String, List<WindowSink>> sinks,
      RunObserver observer,
      StopRequest stop)
      throws ServeException, IOException {
    try {
      Gadget gadget = GadgetCatalog.require(settings.name());
      Privileges.require(gadget, console);
      Map<String, String> parameters = gadget.descriptor().parameterValues(settings.parameters());
      RunSettings run = settings(settings);
      GadgetProbe probe = GadgetProbes.create(gadget, run, parameters, console::warn);
      GadgetRuns runs =
          new GadgetRuns(
              run, OutputStream.nullOutputStream(), false, ExporterFactory::create, console::warn);
      return runs.create(probe, parameters, stop, sinks, observer)::run;
    } catch (Failure | RunException | IllegalArgumentException e) {
      throw new ServeException(String.valueOf(e.getMessage()), e);
    }
  }

  private RunSettings settings(GadgetSettings settings) {
    ExporterChoice none =
        ExporterChoice.ofSidecar(
            null,
            IgConfig.none(),
            OtelEnvironment.of(Variables.NONE, Variables.NONE),
            new Problems(),
            new Problems());
    RunSettings.Builder builder =
        RunSettings.builder(none)
            .outputs(OutputChoice.parse("none"), FieldChoice.DEFAULT)
            .resource(HostResource.attributes().with(resource));
    settings.parameters().forEach(builder::parameter);
    return builder.build();
  }
}
