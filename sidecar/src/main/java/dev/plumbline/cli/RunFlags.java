package dev.plumbline.cli;

import dev.plumbline.selection.HostScope;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Flags of {@code run} that every gadget has, with ig's names. Filled by picocli. */
final class RunFlags {
  static final String EXPORTER = "--otel-profiles-exporter";

  @ArgGroup(validate = false, heading = "%nRun:%n")
  General general = new General();

  @ArgGroup(validate = false, heading = "%nProcesses and containers (the whole host by default):%n")
  Selection selection = new Selection();

  @ArgGroup(validate = false, heading = "%nRecords:%n")
  Records records = new Records();

  @ArgGroup(validate = false, heading = "%nExport:%n")
  Export export = new Export();

  /** The run as a whole. */
  static final class General {
    @Option(
        names = {"-t", "--timeout"},
        paramLabel = "SECONDS",
        defaultValue = "0",
        description = "End after so many seconds; 0 for never (${DEFAULT-VALUE}).")
    int timeout;

    @Option(
        names = "--annotate",
        paramLabel = "ANNOTATIONS",
        defaultValue = "",
        description =
            "DATASOURCE:KEY=VALUE or DATASOURCE.FIELD:KEY=VALUE, comma separated, over those of the"
                + " gadget; a backslash before a comma of a value.")
    String annotate = "";
  }

  /** Whose records are wanted. */
  static final class Selection {
    @Option(
        names = "--host",
        paramLabel = "BOOLEAN",
        arity = "0..1",
        fallbackValue = "true",
        description =
            "The whole host, which is the default here, whatever the container flags select; false"
                + " leaves out what runs in no container.")
    @Nullable Boolean host;

    HostScope hostScope() {
      if (host == null) {
        return HostScope.DEFAULT;
      }
      return host ? HostScope.INCLUDED : HostScope.EXCLUDED;
    }

    @Option(
        names = {"-c", "--containername", "--runtime-containername"},
        paramLabel = "NAMES",
        defaultValue = "",
        description = "Containers, comma separated; ! before a name excludes it.")
    String containerName = "";

    @Option(
        names = "--runtime-containerimage-digest",
        paramLabel = "DIGESTS",
        defaultValue = "",
        description = "Containers by image digest; the first 12 characters count.")
    String imageDigest = "";

    @Option(
        names = "--runtime-containerimage-id",
        paramLabel = "IDS",
        defaultValue = "",
        description = "Containers by image id; the first 12 characters count.")
    String imageId = "";

    @Option(
        names = {"-n", "--k8s-namespace"},
        paramLabel = "NAMES",
        defaultValue = "",
        description = "Kubernetes namespaces.")
    String namespace = "";

    @Option(
        names = {"-p", "--k8s-podname"},
        paramLabel = "NAMES",
        defaultValue = "",
        description = "Pods.")
    String podName = "";

    @Option(
        names = "--k8s-containername",
        paramLabel = "NAMES",
        defaultValue = "",
        description = "Containers by their name in the pod.")
    String podContainerName = "";

    @Option(
        names = {"-l", "--k8s-selector"},
        paramLabel = "LABELS",
        defaultValue = "",
        description = "Pods with all those labels, KEY=VALUE,…; KEY=!VALUE excludes.")
    String podLabels = "";

    @Option(names = "--pid", paramLabel = "PID", description = "One process.")
    @Nullable Integer pid;

    @Option(names = "--tid", paramLabel = "TID", description = "One thread.")
    @Nullable Integer tid;

    @Option(names = "--uid", paramLabel = "UID", description = "Processes of one user.")
    @Nullable Long uid;

    @Option(names = "--gid", paramLabel = "GID", description = "Processes of one group.")
    @Nullable Long gid;

    @Option(
        names = "--comm",
        paramLabel = "NAME",
        defaultValue = "",
        description = "Threads of exactly that name.")
    String comm = "";
  }

  /** Which records are fetched when, and how they are shown. */
  static final class Records {
    private static final String EACH_SECOND = "1000ms";
    private static final String NO_BOUND = "0";
    private static final String COLUMNS = "columns";

    @Option(
        names = {"-F", "--filter"},
        paramLabel = "CONDITIONS",
        defaultValue = "",
        description =
            "FIELD OP VALUE, comma separated, OP one of == != < <= > >= ~ !~; applies to what is"
                + " shown and to what is exported.")
    String filter = "";

    @Option(
        names = "--sort",
        paramLabel = "FIELDS",
        defaultValue = "",
        description = "Fields to sort shown records by; - before one for largest first.")
    String sort = "";

    @Option(
        names = "--max-entries",
        paramLabel = "NUMBER",
        defaultValue = "-1",
        description = "Most records shown of one fetch; -1 for all.")
    int maxEntries = -1;

    @Option(
        names = "--fields",
        paramLabel = "FIELDS",
        defaultValue = "",
        description = "Fields that are shown; +FIELD and -FIELD change the default ones.")
    String fields = "";

    @Option(
        names = "--map-fetch-interval",
        paramLabel = "DURATION",
        defaultValue = EACH_SECOND,
        description =
            "How often records are fetched and shown; 0 for once at the end (${DEFAULT-VALUE}).")
    String fetchInterval = EACH_SECOND;

    @Option(
        names = "--map-fetch-count",
        paramLabel = "NUMBER",
        defaultValue = NO_BOUND,
        description = "Most fetches before the one at the end; 0 for no bound.")
    String fetchCount = NO_BOUND;

    @Option(
        names = {"-o", "--output"},
        paramLabel = "MODE",
        defaultValue = COLUMNS,
        description =
            "columns, json, jsonpretty, yaml each time records are fetched; folded, pprof, otlp"
                + " for the whole run at its end; none. MODE=FILE writes a file"
                + " (${DEFAULT-VALUE}).")
    String output = COLUMNS;
  }

  /** Where profiles are sent. */
  static final class Export {
    @Option(
        names = EXPORTER,
        paramLabel = "NAMES",
        description =
            "Exporters of the file, or otel for OTEL_EXPORTER_OTLP_*; or DATASOURCE:EXPORTER,…")
    @Nullable String exporter;

    @Option(
        names = "--otel-profiles-sanitize-labels",
        paramLabel = "BOOLEAN",
        arity = "0..1",
        fallbackValue = "true",
        defaultValue = "false",
        description = "Underscores for dots in names of sample attributes.")
    boolean sanitizeLabels;
  }
}
