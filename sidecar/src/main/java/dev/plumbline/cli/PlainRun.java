package dev.plumbline.cli;

import dev.plumbline.config.Variables;
import dev.plumbline.descriptor.GadgetParameter;
import dev.plumbline.probe.Gadget;
import dev.plumbline.probe.GadgetCatalog;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a command line of {@code run profile_cpu} that has nothing unusual in it. Picocli would do
 * the same in a quarter of the time to the first stack: its classes are too old for the archive of
 * classes, and it reads annotations. What is not understood here is left to it, with all that is to
 * be said about it. Confined to one call.
 */
final class PlainRun {
  static final String PREFIX = "INSPEKTOR_GADGET_";

  /** Without those of the gadget. */
  static final Set<String> FLAGS =
      Set.of(
          ("--config --verbose --timeout --annotate --host --runtime-containername"
                  + " --runtime-containerimage-digest --runtime-containerimage-id --k8s-namespace"
                  + " --k8s-podname --k8s-containername --k8s-selector --pid --tid --uid --gid"
                  + " --comm --filter --sort --max-entries --fields --map-fetch-interval"
                  + " --map-fetch-count --output --otel-profiles-exporter"
                  + " --otel-profiles-sanitize-labels")
              .split(" ", -1));

  private static final Map<String, String> LONG_NAMES =
      Map.ofEntries(
          Map.entry("-v", "--verbose"),
          Map.entry("-t", "--timeout"),
          Map.entry("-c", "--runtime-containername"),
          Map.entry("--containername", "--runtime-containername"),
          Map.entry("-n", "--k8s-namespace"),
          Map.entry("-p", "--k8s-podname"),
          Map.entry("-l", "--k8s-selector"),
          Map.entry("-F", "--filter"),
          Map.entry("-o", "--output"));

  private static final Set<String> BEFORE_RUN = Set.of("--config", "--verbose");
  private static final Set<String> SWITCHES = Set.of("--host", "--otel-profiles-sanitize-labels");

  private final Gadget gadget;
  private final RunFlags flags = new RunFlags();
  private final Map<String, GadgetParameter> ofGadget = new LinkedHashMap<>();
  private final Map<String, String> parameters = new LinkedHashMap<>();
  private final Set<String> seen = new HashSet<>();
  private @Nullable Path config;
  private boolean isVerbose;

  private PlainRun(Gadget gadget) {
    this.gadget = gadget;
    for (GadgetParameter parameter : gadget.descriptor().parameters()) {
      ofGadget.put("--" + parameter.key(), parameter);
    }
  }

  /** Null for a command line that is another's, or picocli's. */
  static @Nullable RunRequest read(List<String> arguments, Variables environment) {
    if (!arguments.contains("run") || !arguments.contains(GadgetCatalog.PROFILE_CPU)) {
      return null;
    }
    PlainRun plain = new PlainRun(GadgetCatalog.require(GadgetCatalog.PROFILE_CPU));
    return plain.hasVariables(environment) || !plain.takeAll(arguments)
        ? null
        : new RunRequest(
            plain.gadget, plain.config, plain.isVerbose, plain.flags, plain.parameters);
  }

  /** Name of the variable that stands for a flag; it may have dashes before it. */
  static String variable(String flag) {
    int start = 0;
    while (start < flag.length() && flag.charAt(start) == '-') {
      start++;
    }
    String name = flag.substring(start).toUpperCase(Locale.ROOT);
    return PREFIX + name.replace('-', '_').replace('.', '_');
  }

  private boolean hasVariables(Variables environment) {
    Set<String> all = new HashSet<>(FLAGS);
    all.addAll(ofGadget.keySet());
    all.remove(RunFlags.EXPORTER); // it has a variable of its own
    for (String flag : all) {
      String value = environment.get(variable(flag));
      if (value != null && !value.isBlank()) {
        return true;
      }
    }
    return false;
  }

  private boolean takeAll(List<String> arguments) {
    int words = 0;
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (!argument.startsWith("-")) {
        String expected = words == 0 ? "run" : words == 1 ? GadgetCatalog.PROFILE_CPU : "";
        words++;
        if (!argument.equals(expected)) {
          return false;
        }
        continue;
      }
      int equals = argument.startsWith("--") ? argument.indexOf('=') : -1;
      String given = equals < 0 ? argument : argument.substring(0, equals);
      String name = LONG_NAMES.getOrDefault(given, given);
      String next = i + 1 < arguments.size() ? arguments.get(i + 1) : "-";
      String value = equals < 0 ? null : argument.substring(equals + 1);
      if (value == null && takesNext(name, next)) {
        value = next;
        i++;
      }
      boolean isInPlace = words > 0 || BEFORE_RUN.contains(name);
      if (!isInPlace || !seen.add(name) || !take(name, value)) {
        return false;
      }
    }
    return words == 2;
  }

  private boolean isSwitch(String name) {
    GadgetParameter parameter = ofGadget.get(name);
    return parameter == null
        ? SWITCHES.contains(name)
        : parameter.setting("typeHint").equals("bool");
  }

  /** A switch may stand alone, so what could be its value is left to picocli. */
  private boolean takesNext(String name, String next) {
    return !next.startsWith("-") && !isSwitch(name) && !name.equals("--verbose");
  }

  /** False for what is not understood. */
  private boolean take(String name, @Nullable String given) {
    if (name.equals("--verbose")) {
      isVerbose = true;
      return given == null;
    }
    String value = given == null && isSwitch(name) ? "true" : given;
    if (value == null || value.isEmpty()) {
      return false;
    }
    if (ofGadget.containsKey(name)) {
      parameters.put(name.substring(2), value);
      return true;
    }
    try {
      return set(name, value);
    } catch (NumberFormatException | InvalidPathException e) {
      return false;
    }
  }

  private boolean set(String name, String value) {
    switch (name) {
      case "--config" -> config = Path.of(value);
      case "--timeout" -> flags.general.timeout = Integer.parseInt(value);
      case "--annotate" -> flags.general.annotate = value;
      case "--filter" -> flags.records.filter = value;
      case "--sort" -> flags.records.sort = value;
      case "--max-entries" -> flags.records.maxEntries = Integer.parseInt(value);
      case "--fields" -> flags.records.fields = value;
      case "--map-fetch-interval" -> flags.records.fetchInterval = value;
      case "--map-fetch-count" -> flags.records.fetchCount = value;
      case "--output" -> flags.records.output = value;
      case RunFlags.EXPORTER -> flags.export.exporter = value;
      case "--otel-profiles-sanitize-labels" -> {
        flags.export.sanitizeLabels = value.equals("true");
        return isBoolean(value);
      }
      default -> {
        return select(name, value);
      }
    }
    return true;
  }

  private boolean select(String name, String value) {
    RunFlags.Selection selection = flags.selection;
    switch (name) {
      case "--host" -> {
        selection.host = value.equals("true");
        return isBoolean(value);
      }
      case "--runtime-containername" -> selection.containerName = value;
      case "--runtime-containerimage-digest" -> selection.imageDigest = value;
      case "--runtime-containerimage-id" -> selection.imageId = value;
      case "--k8s-namespace" -> selection.namespace = value;
      case "--k8s-podname" -> selection.podName = value;
      case "--k8s-containername" -> selection.podContainerName = value;
      case "--k8s-selector" -> selection.podLabels = value;
      case "--pid" -> selection.pid = Integer.valueOf(value);
      case "--tid" -> selection.tid = Integer.valueOf(value);
      case "--uid" -> selection.uid = Long.valueOf(value);
      case "--gid" -> selection.gid = Long.valueOf(value);
      case "--comm" -> selection.comm = value;
      default -> {
        return false;
      }
    }
    return true;
  }

  private static boolean isBoolean(String value) {
    return value.equals("true") || value.equals("false");
  }
}
