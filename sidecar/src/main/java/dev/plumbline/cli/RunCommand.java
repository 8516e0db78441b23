package dev.plumbline.cli;

import dev.plumbline.config.ConfigException;
import dev.plumbline.descriptor.AnnotationOverrides;
import dev.plumbline.export.assembly.ExporterFactory;
import dev.plumbline.output.FieldChoice;
import dev.plumbline.output.OutputChoice;
import dev.plumbline.probe.Gadget;
import dev.plumbline.probe.GadgetCatalog;
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
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plumbline run GADGET}. */
@Command(
    name = "run",
    description =
        "Runs a gadget until Ctrl-C, SIGTERM or its time-out; then sends what it has and ends.",
    sortOptions = false,
    usageHelpAutoWidth = true)
final class RunCommand implements Callable<Integer> {
  /** The largest number of a user or group; the next one is the kernel's word for none. */
  private static final long MAX_OWNER = 0xfffffffeL;

  private final Plumbline root;
  private final Console console;

  @Parameters(
      paramLabel = "GADGET",
      arity = "0..1",
      description = "profile_cpu, or a directory with gadget.yaml and a BPF object.")
  @Nullable String gadgetName;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and end.")
  boolean help;

  @Mixin RunFlags flags = new RunFlags();

  @Spec @Nullable CommandSpec spec;

  RunCommand(Plumbline root, Console console) {
    this.root = root;
    this.console = console;
  }

  @Override
  public Integer call() throws ConfigException, IOException {
    if (gadgetName == null) {
      throw new Failure(
          "no gadget is named, expected one of "
              + String.join(", ", GadgetCatalog.SHIPPED)
              + " or the path of a directory");
    }
    Logs.configure(console.err(), root.verbose);
    Gadget gadget = GadgetCatalog.require(gadgetName);
    gadget.descriptor().warnings().forEach(warning -> console.warn(warning.toString()));
    ExporterConfig config =
        ExporterConfig.load(root.config, flags.export.exporter, console, root.verbose);
    RunSettings settings = settings(gadget, config);
    Map<String, String> parameters = parameters(gadget, settings);
    StopRequest stop = new StopRequest();
    Privileges.require(gadget, console);
    try (GadgetProbe probe = GadgetProbes.create(gadget, settings, parameters, console::warn)) {
      GadgetRun run =
          new GadgetRuns(
                  settings,
                  console.out(),
                  console.isTerminal(),
                  ExporterFactory::create,
                  console::warn)
              .create(probe, parameters, stop);
      Signals.install(stop);
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

  private RunSettings settings(Gadget gadget, ExporterConfig config) {
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
    if (spec != null) {
      GadgetFlags.values(
              spec.commandLine().getParseResult(), gadget, new IgVariables(console.environment()))
          .forEach(builder::parameter);
    }
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
