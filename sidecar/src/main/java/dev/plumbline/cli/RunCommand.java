package dev.plumbline.cli;

import dev.plumbline.config.ConfigException;
import dev.plumbline.probe.Gadget;
import dev.plumbline.probe.GadgetCatalog;
import java.io.IOException;
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
    return new RequestedRun(request(), console).run();
  }

  /** What was asked for, once the command line was read. */
  RunRequest request() {
    if (gadgetName == null) {
      throw new Failure(
          "no gadget is named, expected one of "
              + String.join(", ", GadgetCatalog.SHIPPED)
              + " or the path of a directory");
    }
    Gadget gadget = GadgetCatalog.require(gadgetName);
    Map<String, String> parameters =
        spec == null
            ? Map.of()
            : GadgetFlags.values(
                spec.commandLine().getParseResult(),
                gadget,
                new IgVariables(console.environment()));
    return new RunRequest(gadget, root.config, root.verbose, flags, parameters);
  }
}
