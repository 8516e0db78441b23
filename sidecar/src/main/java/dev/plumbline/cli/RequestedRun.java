package dev.plumbline.cli;

import dev.plumbline.config.ConfigException;
import dev.plumbline.descriptor.AnnotationOverrides;
import dev.plumbline.export.assembly.ExporterFactory;
import dev.plumbline.output.FieldChoice;
import dev.plumbline.output.OutputChoice;
import dev.plumbline.probe.Gadget;
import dev.plumbline.probe.GadgetProbe;
import dev.plumbline.run.GadgetProbes;
import dev.plumbline.run.GadgetRun;
import dev.plumbline.run.GadgetRuns;
import dev.plumbline.run.RunSettings;
import dev.plumbline.run.StopRequest;
import dev.plumbline.sampling.AttributeNaming;
import dev.plumbline.selection.ContainerSelection;
import dev.plumbline.selection.ContainerSelector;
import dev.plumbline.selection.ProcessSelection;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/** The run that a command line asked for. Confined to the main thread; used once. */
final class RequestedRun {
  /** The largest number of a user or group; the next one is the kernel's word for none. */
  private static final long MAX_OWNER = 0xfffffffeL;

  private final RunRequest request;
  private final RunFlags flags;
  private final Console console;

  RequestedRun(RunRequest request, Console console) {
    this.request = request;
    this.flags = request.flags();
    this.console = console;
  }

  /** Returns when the run has ended; its exit code. */
  int run() throws ConfigException, IOException {
    Logs.configure(console.err(), request.verbose());
    Gadget gadget = request.gadget();
    gadget.descriptor().warnings().forEach(warning -> console.warn(warning.toString()));
    ExporterConfig config =
        ExporterConfig.load(request.config(), flags.export.exporter, console, request.verbose());
    RunSettings settings = settings(config);
    Map<String, String> parameters = parameters(gadget, settings);
    Privileges.require(gadget, console);
    StopRequest stop = new StopRequest();
    Signals.install(stop);
    try (GadgetProbe probe = GadgetProbes.create(gadget, settings, parameters, console::warn)) {
      probe.prepare();
      GadgetRun run =
          new GadgetRuns(
                  settings,
                  console.out(),
                  console.isTerminal(),
                  ExporterFactory::create,
                  console::warn)
              .create(probe, parameters, stop);
      run.run();
    } finally {
      stop.markEnded();
    }
    return Plumbline.OK;
  }

  private static Map<String, String> parameters(Gadget gadget, RunSettings settings) {
    try {
      return gadget.descriptor().parameterValues(settings.parameters());
    } catch (IllegalArgumentException e) {
      throw new Failure(String.valueOf(e.getMessage()), e);
    }
  }

  private RunSettings settings(ExporterConfig config) {
    if (flags.general.timeout < 0) {
      throw new Failure("timeout is " + flags.general.timeout + ", expected seconds from 0 on");
    }
    RunSettings.Builder builder =
        RunSettings.builder(config.choice())
            .annotations(AnnotationOverrides.parse(flags.general.annotate))
            .processes(processes())
            .containers(containers())
            .filter(flags.records.filter)
            .sort(flags.records.sort)
            .maxEntries(flags.records.maxEntries)
            .fetch(flags.records.fetchInterval, flags.records.fetchCount)
            .outputs(OutputChoice.parse(flags.records.output), FieldChoice.of(flags.records.fields))
            .naming(
                flags.export.sanitizeLabels ? AttributeNaming.UNDERSCORED : AttributeNaming.DOTTED)
            .resource(HostResource.attributes().with(config.resource()))
            .timeout(Duration.ofSeconds(flags.general.timeout));
    request.parameters().forEach(builder::parameter);
    return builder.build();
  }

  private ContainerSelection containers() {
    RunFlags.Selection flag = flags.selection;
    try {
      ContainerSelector selector =
          ContainerSelector.builder()
              .containerNames(flag.containerName)
              .imageDigests(flag.imageDigest)
              .imageIds(flag.imageId)
              .namespaces(flag.namespace)
              .podNames(flag.podName)
              .podContainerNames(flag.podContainerName)
              .podLabels(flag.podLabels)
              .build();
      ContainerSelection selection = ContainerSelection.of(selector, flag.hostScope());
      if (selection.ignoresSelector()) {
        console.warn("--host profiles the whole host, whatever the container flags select");
      }
      return selection;
    } catch (IllegalArgumentException e) {
      throw new Failure(String.valueOf(e.getMessage()), e);
    }
  }

  private ProcessSelection processes() {
    RunFlags.Selection selection = flags.selection;
    ProcessSelection.Builder builder = ProcessSelection.builder();
    if (selection.pid != null) {
      builder.number("proc.pid", selection.pid);
    }
    if (selection.tid != null) {
      builder.number("proc.tid", selection.tid);
    }
    if (selection.uid != null) {
      builder.number("proc.creds.uid", owner("--uid", selection.uid));
    }
    if (selection.gid != null) {
      builder.number("proc.creds.gid", owner("--gid", selection.gid));
    }
    if (!selection.comm.isEmpty()) {
      builder.comm(selection.comm);
    }
    return builder.build();
  }

  private static long owner(String flag, long id) {
    if (id < 0 || id > MAX_OWNER) {
      throw new Failure(flag + " is " + id + ", expected 0 to " + MAX_OWNER);
    }
    return id;
  }
}
