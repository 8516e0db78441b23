package dev.plumbline.cli;

import dev.plumbline.config.ConfigException;
import dev.plumbline.cpu.HostSampler;
import dev.plumbline.fault.FaultText;
import dev.plumbline.probe.Gadget;
import dev.plumbline.probe.GadgetCatalog;
import dev.plumbline.probe.RunException;
import dev.plumbline.run.Version;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** The program {@code plumbline}. Confined to the main thread. */
@Command(
    name = "plumbline",
    description = "Profiles a whole host by eBPF and sends OpenTelemetry Profiles.",
    subcommands = HelpCommand.class,
    versionProvider = Plumbline.VersionText.class,
    sortOptions = false)
public final class Plumbline implements Runnable {
  /** Success, a time-out and a signal end with it. */
  static final int OK = 0;

  /** Every failure. */
  static final int FAILED = 1;

  private static final String RUN = "run";

  private static final String CONFIG = "--config";

  @Option(
      names = CONFIG,
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description = "ig-config.yaml.")
  @Nullable Path config;

  @Option(
      names = {"-v", "--verbose"},
      scope = ScopeType.INHERIT,
      description = "Say more on standard error.")
  boolean verbose;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and end.")
  boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the version and end.")
  boolean version;

  private final Console console;

  private Plumbline(Console console) {
    this.console = console;
  }

  /** Version for picocli. */
  static final class VersionText implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"plumbline " + Version.OF_THIS};
    }
  }

  public static void main(String[] arguments) {
    List<String> all = Arrays.asList(arguments);
    if (all.contains(RUN) && all.contains(GadgetCatalog.PROFILE_CPU)) {
      Thread ahead = new Thread(HostSampler::lookAhead, "plumbline-ahead");
      ahead.setDaemon(true);
      ahead.start();
    }
    System.exit(execute(Console.ofProcess(), arguments));
  }

  /** Runs a command line and returns its exit code; never throws. */
  static int execute(Console console, String... arguments) {
    List<String> all = Arrays.asList(arguments);
    String refused = all.contains(RUN) ? RefusedFlags.find(all) : null;
    if (refused != null) {
      console.error(refused);
      return FAILED;
    }
    try {
      RunRequest plain = PlainRun.read(all, console.environment());
      int code = plain == null ? commandLine(console, all).execute(arguments) : run(plain, console);
      if (code == OK) {
        console.out().flush(); // else what went wrong has been said
      }
      return code;
    } catch (RunException | IOException e) {
      console.error(FaultText.of(e));
      return FAILED;
    } catch (OutOfMemoryError e) { // of memory, or of threads: its message says which
      console.error("the machine or the JVM has no more to give: " + e.getMessage());
      return FAILED;
    } catch (LinkageError | StackOverflowError | InternalError e) {
      console.error(FaultText.of(e));
      return FAILED;
    }
  }

  private static int run(RunRequest request, Console console) {
    try {
      return new RequestedRun(request, console).run();
    } catch (ConfigException | IOException | RuntimeException e) {
      return Failures.report(console, e);
    }
  }

  /**
   * Two passes, as in ig: the gadget's flags exist once the gadget is known. Of a command that is
   * named, the others are left out: describing one to picocli takes a twentieth of a second.
   */
  static CommandLine commandLine(Console console, List<String> arguments) {
    Plumbline root = new Plumbline(console);
    CommandLine commands = new CommandLine(root);
    Map<String, Supplier<CommandLine>> known = new LinkedHashMap<>();
    known.put(RUN, () -> run(root, arguments));
    known.put("serve", () -> new CommandLine(new ServeCommand(root, console)));
    known.put("check", () -> new CommandLine(new CheckCommand(root, console)));
    known.put("convert", () -> new CommandLine(new ConvertCommand(console, System.in)));
    String named = command(arguments);
    known.forEach(
        (name, described) -> {
          if (!known.containsKey(named) || name.equals(named)) {
            commands.addSubcommand(name, described.get());
          }
        });
    commands.setDefaultValueProvider(new IgVariables(console.environment()));
    commands.setParameterExceptionHandler((e, ignored) -> refuse(console, e));
    commands.setExecutionExceptionHandler((e, ignored, result) -> Failures.report(console, e));
    commands.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8));
    return commands;
  }

  private static CommandLine run(Plumbline root, List<String> arguments) {
    CommandLine run = new CommandLine(new RunCommand(root, root.console));
    Gadget gadget = gadget(arguments);
    if (gadget != null) {
      GadgetFlags.add(run.getCommandSpec(), gadget);
    }
    run.setUnmatchedArgumentsAllowed(gadget == null);
    return run;
  }

  /** The first argument that is neither a flag nor the value of one; empty if all are. */
  private static String command(List<String> arguments) {
    for (int i = 0; i < arguments.size(); i++) {
      if (arguments.get(i).equals(CONFIG)) {
        i++;
      } else if (!arguments.get(i).startsWith("-")) {
        return arguments.get(i);
      }
    }
    return "";
  }

  /** The first argument behind {@code run} that is a gadget; null if none is. */
  private static @Nullable Gadget gadget(List<String> arguments) {
    int run = arguments.indexOf(RUN);
    if (run < 0) {
      return null;
    }
    return arguments.subList(run + 1, arguments.size()).stream()
        .filter(GadgetCatalog::isGadget)
        .findFirst()
        .map(GadgetCatalog::require)
        .orElse(null);
  }

  private static int refuse(Console console, ParameterException e) {
    StringBuilder line = new StringBuilder(String.valueOf(e.getMessage()).replace('\n', ' '));
    if (e instanceof UnmatchedArgumentException unmatched) {
      List<String> suggestions = unmatched.getSuggestions();
      if (!suggestions.isEmpty()) {
        line.append("; is ").append(suggestions.get(0)).append(" meant?");
      }
    }
    console.error(line.toString());
    return FAILED;
  }

  @Override
  public void run() {
    console
        .err()
        .println("Usage: plumbline run GADGET | serve | check | convert | help | --version");
    throw new Failure("no command is given, expected run, serve, check, convert or help");
  }
}
