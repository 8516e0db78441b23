package dev.plumbline.cli;

import dev.plumbline.config.ConfigException;
import dev.plumbline.convert.OtlpToWindow;
import dev.plumbline.export.assembly.ExporterFactory;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.otlp.decode.OtlpDecoder;
import dev.plumbline.otlp.decode.OtlpLimits;
import dev.plumbline.otlp.decode.ReceivedLevel;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.run.StopRequest;
import dev.plumbline.run.Version;
import dev.plumbline.serve.Daemon;
import dev.plumbline.serve.DaemonLoop;
import dev.plumbline.serve.DaemonParts;
import dev.plumbline.serve.SelfReceiver;
import dev.plumbline.serve.config.ServeConfig;
import dev.plumbline.serve.config.ServeConfigReader;
import dev.plumbline.serve.machine.ConfigWatch;
import dev.plumbline.serve.machine.NativeLibraries;
import dev.plumbline.serve.machine.ServeException;
import dev.plumbline.serve.machine.StateDirectory;
import dev.plumbline.serve.machine.SystemdNotifier;
import dev.plumbline.wire.InputException;
import dev.plumbline.yaml.Problems;
import dev.plumbline.yaml.SourcePosition;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code plumbline serve}. */
@Command(
    name = "serve",
    description =
        "Runs gadgets, receivers, store, exporters and the page until Ctrl-C or SIGTERM; reads the"
            + " file anew when it changes and on SIGHUP.",
    sortOptions = false,
    usageHelpAutoWidth = true)
final class ServeCommand implements Callable<Integer> {
  private final Plumbline root;
  private final Console console;

  @Option(
      names = RunFlags.EXPORTER,
      paramLabel = "NAMES",
      description = "Exporters of the file, or otel for OTEL_EXPORTER_OTLP_*, for what names none.")
  @Nullable String exporter;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and end.")
  boolean help;

  ServeCommand(Plumbline root, Console console) {
    this.root = root;
    this.console = console;
  }

  @Override
  public Integer call() throws ConfigException, InterruptedException {
    Logs.configure(console.err(), root.verbose);
    ConfigWatch watch = new ConfigWatch(root.config);
    Signals.endAtOnce(watch::wish);
    placeLibraries();
    DaemonFlags.releaseHangUp(watch::wish);
    ServeConfig config = read();
    DaemonFlags.check(config, console);
    StopRequest stop = new StopRequest();
    Signals.install(stop, watch::wish);
    remarks(config);
    watch.watch(DaemonLoop.filesOf(config));
    SystemdNotifier notifier =
        SystemdNotifier.of(console.environment(), ProcessHandle.current().pid());
    try (StateDirectory state = StateDirectory.ofProcess(console.environment());
        Daemon daemon = new Daemon(parts(config), state)) {
      daemon.start(config);
      DaemonLoop loop =
          new DaemonLoop(
              daemon, () -> readAnew(config), watch, notifier, line -> console.err().println(line));
      console.err().println(daemon.statusLine());
      notifier.ready(daemon.statusLine());
      loop.run(stop::untilStop);
      notifier.stopping();
      DaemonFlags.stopAgent();
    } catch (ServeException e) {
      throw new Failure(String.valueOf(e.getMessage()), e);
    } finally {
      stop.markEnded();
    }
    return Plumbline.OK;
  }

  private void placeLibraries() {
    try {
      NativeLibraries.place(console.environment());
    } catch (ServeException e) {
      throw new Failure(String.valueOf(e.getMessage()), e);
    }
  }

  private ServeConfig read() throws ConfigException {
    ServeConfig config =
        ServeConfigReader.read(
            root.config, exporter, console.environment(), name -> System.getProperty(name));
    return SelfReceiver.addTo(config, StateDirectory.ofUser(console.environment()));
  }

  private ServeConfig readAnew(ServeConfig first) throws ConfigException {
    refuseEmpty();
    ServeConfig config = read();
    DaemonFlags.checkChange(first, config, console);
    return config;
  }

  /** A file that a full disk left empty is no wish for the defaults. */
  private void refuseEmpty() throws ConfigException {
    Path file = root.config;
    if (file != null && file.toFile().isFile() && file.toFile().length() == 0) {
      Problems problems = new Problems();
      problems.add(SourcePosition.of(file.toString()), "file is empty; {} means the defaults");
      ConfigException.throwIfAny(problems);
    }
  }

  private void remarks(ServeConfig config) {
    config.remarks().warnings().forEach(console::warn);
    if (root.verbose) {
      config.remarks().notes().forEach(console.err()::println);
      console.err().println(config.exporterRemark());
    }
  }

  private DaemonParts parts(ServeConfig config) {
    return new DaemonParts(
        Version.OF_THIS,
        new HostGadgets(config.resource(), console),
        ExporterFactory::create,
        ServeCommand::decode);
  }

  private static ProfileWindow decode(byte[] request, OtlpLevel level) throws IOException {
    for (ReceivedLevel received : ReceivedLevel.values()) {
      if (received.text().equals(level.text())) {
        try {
          return OtlpToWindow.convert(
                  OtlpDecoder.of(received, OtlpLimits.DEFAULT).decode(request), 0)
              .window();
        } catch (InputException e) {
          throw new IOException(e.getMessage(), e);
        }
      }
    }
    throw new IOException("level " + level + " cannot be read back");
  }
}
