package dev.plumbline.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plumbline.format.FlameGraphPage;
import dev.plumbline.format.FoldedText;
import dev.plumbline.format.OtlpFile;
import dev.plumbline.format.PprofSelection;
import dev.plumbline.format.ProfileFileReader;
import dev.plumbline.format.ReadProfile;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.wire.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code plumbline convert}: any profile in, any of four forms out. Confined to the main thread.
 */
@Command(
    name = "convert",
    description = {
      "Turns a profile of any format into pprof, OTLP, folded stacks or a flame graph.",
      "The input's format is told by its content: pprof, OTLP (protobuf, JSON), JFR, folded"
          + " stacks, perf script, what came before pprof; gzip is undone."
    },
    sortOptions = false)
final class ConvertCommand implements Callable<Integer> {
  private static final String STANDARD_STREAM = "-";
  private static final int MAX_BYTES = 1 << 30;

  /** What comes out. */
  enum Form {
    PPROF,
    OTLP,
    FOLDED,
    HTML
  }

  /** What is written, once it is known that there is something to write. */
  private interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  private final Console console;
  private final InputStream standardInput;

  @Option(
      names = "--to",
      paramLabel = "FORM",
      description = "pprof, otlp, folded or html; default: what the output's name ends with.")
  @Nullable String to;

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      description = "Sample type for folded, html and where pprof needs one, such as cpu.")
  @Nullable String type;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "INPUT",
      description = "File to read; - or none is standard input.")
  String input = STANDARD_STREAM;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "OUTPUT",
      description = "File to write; - or none is standard output.")
  String output = STANDARD_STREAM;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and end.")
  boolean help;

  ConvertCommand(Console console, InputStream standardInput) {
    this.console = console;
    this.standardInput = standardInput;
  }

  @Override
  public Integer call() throws IOException {
    Form form = form();
    try {
      ReadProfile profile = ProfileFileReader.of(MAX_BYTES).read(readInput());
      profile.notes().forEach(console::warn);
      write(convert(profile, form));
    } catch (InputException e) {
      throw new Failure(name(input) + ": " + e.getMessage());
    } catch (OutOfMemoryError e) {
      long megabytes = Runtime.getRuntime().maxMemory() >> 20;
      throw new Failure(
          name(input)
              + ": the profile does not fit the memory that there is, "
              + megabytes
              + " MB; PLUMBLINE_OPTS=-Xmx… allows more",
          e);
    }
    return Plumbline.OK;
  }

  private Form form() {
    String word = to == null ? ending() : to.toLowerCase(Locale.ROOT);
    return switch (word) {
      case "pprof", "pb", "pb.gz" -> Form.PPROF;
      case "otlp" -> Form.OTLP;
      case "folded", "collapsed", "txt" -> Form.FOLDED;
      case "html" -> Form.HTML;
      default ->
          throw new Failure(
              to == null
                  ? "the output's name does not tell its form, expected --to pprof, otlp, folded or"
                      + " html"
                  : "--to is \"" + to + "\", expected pprof, otlp, folded or html");
    };
  }

  private String ending() {
    String name = output.toLowerCase(Locale.ROOT);
    return name.endsWith(".pb.gz") ? "pb.gz" : name.substring(name.lastIndexOf('.') + 1);
  }

  private byte[] readInput() throws IOException {
    if (input.equals(STANDARD_STREAM)) {
      return new ProgressInput(standardInput, -1, console).readAll(MAX_BYTES);
    }
    Path file = Path.of(input);
    if (Files.isDirectory(file)) {
      throw new Failure(input + ": is a directory");
    }
    try (InputStream in = Files.newInputStream(file)) {
      long bytes = Files.size(file); // 0 of pipes, devices and what the kernel makes up
      return new ProgressInput(in, bytes == 0 ? -1 : bytes, console).readAll(MAX_BYTES);
    }
  }

  /** Folded stacks are written as they are made; the others know their size beforehand. */
  private Content convert(ReadProfile profile, Form form) throws InputException {
    if (form == Form.FOLDED) {
      Profile one = one(profile);
      return out -> FoldedText.write(List.of(one), sample -> "", out);
    }
    byte[] bytes =
        switch (form) {
          case PPROF -> PprofSelection.of(profile.pprof(), type);
          case OTLP -> OtlpFile.of(profile);
          default -> FlameGraphPage.of(one(profile)).getBytes(UTF_8);
        };
    return out -> out.write(bytes);
  }

  /** The profile of the named type; without a name the one that pprof's rule shows first. */
  private Profile one(ReadProfile profile) {
    ProfileWindow window = profile.window();
    List<Profile> profiles = window.profiles();
    if (profiles.isEmpty()) {
      throw new Failure(name(input) + ": the profile has no samples above zero");
    }
    String wanted = type == null ? defaultType(profiles) : type;
    List<Profile> found =
        profiles.stream().filter(each -> each.type().type().equals(wanted)).toList();
    if (found.isEmpty()) {
      throw new Failure("--type is \"" + wanted + "\", the profile has " + types(profiles));
    }
    return MergedProfiles.of(found);
  }

  private static String defaultType(List<Profile> profiles) {
    String said = profiles.get(0).scope().attributes().string("pprof.scope.default_sample_type");
    boolean exists = profiles.stream().anyMatch(profile -> profile.type().type().equals(said));
    return said != null && exists ? said : profiles.get(0).type().type();
  }

  private static String types(List<Profile> profiles) {
    return profiles.stream()
        .map(profile -> profile.type().type())
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private void write(Content content) throws IOException {
    if (output.equals(STANDARD_STREAM)) {
      content.writeTo(console.out());
      console.out().flush();
    } else {
      try (OutputStream out = Files.newOutputStream(Path.of(output))) {
        content.writeTo(out);
      } catch (NoSuchFileException e) {
        throw new Failure(output + ": its directory does not exist", e);
      }
    }
  }

  private static String name(String stream) {
    return stream.equals(STANDARD_STREAM) ? "standard input" : stream;
  }
}
