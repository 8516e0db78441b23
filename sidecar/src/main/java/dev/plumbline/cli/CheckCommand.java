package dev.plumbline.cli;

import dev.plumbline.config.ConfigException;
import dev.plumbline.serve.config.ServeConfig;
import dev.plumbline.serve.config.ServeConfigReader;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code plumbline check}: the configuration with the place of every fault. */
@Command(
    name = "check",
    description = "Checks a configuration file; names every fault and ends with 1 if there is one.",
    sortOptions = false)
final class CheckCommand implements Callable<Integer> {
  private final Plumbline root;
  private final Console console;

  @Option(
      names = RunFlags.EXPORTER,
      paramLabel = "NAMES",
      description = "Exporters that run and serve would be given.")
  @Nullable String exporter;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and end.")
  boolean help;

  CheckCommand(Plumbline root, Console console) {
    this.root = root;
    this.console = console;
  }

  @Override
  public Integer call() {
    if (root.config == null) {
      throw new Failure("no file is named, expected --config=FILE");
    }
    try {
      ServeConfig config =
          ServeConfigReader.read(
              root.config, exporter, console.environment(), name -> System.getProperty(name));
      config.remarks().warnings().forEach(console::warn);
      config.remarks().notes().forEach(console.err()::println);
      console.err().println(config.exporterRemark());
      console
          .err()
          .println(
              root.config
                  + ": no faults, "
                  + config.gadgets().size()
                  + " gadgets, "
                  + (config.receivers().size()
                      + config.pulls().size()
                      + (config.self() == null ? 0 : 1))
                  + " receivers, "
                  + config.exporters().size()
                  + " exporters selected");
      return Plumbline.OK;
    } catch (ConfigException e) {
      e.problems().forEach(problem -> console.error(problem.toString()));
      return Plumbline.FAILED;
    }
  }
}
