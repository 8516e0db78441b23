package dev.plumbline.config.exporters;

import static java.util.Objects.requireNonNull;

import dev.plumbline.config.ConfigFile;
import dev.plumbline.config.NearestName;
import dev.plumbline.config.SecretReader;
import dev.plumbline.config.Section;
import dev.plumbline.config.Variables;
import dev.plumbline.export.settings.ChannelSecurity;
import dev.plumbline.export.settings.Compression;
import dev.plumbline.export.settings.ExporterKind;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.export.settings.FileSettings;
import dev.plumbline.export.settings.LevelChoice;
import dev.plumbline.export.settings.QueuePolicy;
import dev.plumbline.export.settings.QueueSettings;
import dev.plumbline.export.settings.RetrySettings;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.yaml.Problems;
import dev.plumbline.yaml.YamlEntry;
import dev.plumbline.yaml.YamlNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads one entry of {@code operator.otel-profiles.exporters}. The keys {@code exporter}, {@code
 * endpoint}, {@code compression} and {@code insecure} are ig's, with ig's values; the others are
 * ours. {@code docs/configuration.md} is the table of all of them.
 */
final class ExporterReader {
  private static final Set<String> NETWORK_KEYS =
      Set.of(
          "endpoint",
          "compression",
          "insecure",
          "headers",
          "bearer",
          "basic",
          "tenant",
          "tls",
          "timeout",
          "retry");
  private static final Set<String> FILE_KEYS = Set.of("directory", "max-bytes", "max-files");
  static final Set<String> KEYS = new TreeSet<>();

  static {
    KEYS.addAll(Set.of("exporter", "otlp-level", "resource", "queue", "max-request-bytes"));
    KEYS.addAll(NETWORK_KEYS);
    KEYS.addAll(FILE_KEYS);
  }

  static final Set<String> QUEUE_KEYS = Set.of("max-bytes", "max-items", "policy");
  static final Set<String> RETRY_KEYS =
      Set.of("initial-delay", "max-delay", "max-attempts", "max-age");

  private static final Map<String, ExporterKind> KINDS =
      byText(ExporterKind.values(), ExporterKind::text);
  private static final Map<String, Compression> COMPRESSIONS =
      byText(Compression.values(), Compression::text);
  private static final Map<String, LevelChoice> LEVELS =
      byText(LevelChoice.values(), LevelChoice::text);
  private static final Map<String, QueuePolicy> POLICIES =
      byText(
          QueuePolicy.values(), policy -> policy.name().toLowerCase(Locale.ROOT).replace('_', '-'));

  private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(1);
  private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(10);
  private static final Duration LONGEST_AGE = Duration.ofDays(7);

  private final ConfigFile file;
  private final Variables environment;
  private final Problems problems;
  private final Problems warnings;

  ExporterReader(ConfigFile file, Variables environment, Problems problems, Problems warnings) {
    this.file = requireNonNull(file, "file");
    this.environment = requireNonNull(environment, "environment");
    this.problems = requireNonNull(problems, "problems");
    this.warnings = requireNonNull(warnings, "warnings");
  }

  /** Null if anything in the entry is a problem, which has been added. */
  @Nullable ExporterSettings read(YamlEntry entry, String parentPath) {
    int before = problems.count();
    Section section =
        Section.of(entry.value(), entry.position(), parentPath + "." + entry.key(), problems, KEYS);
    ExporterKind kind = kind(section);
    ExporterSettings.Builder settings =
        ExporterSettings.builder(entry.key(), kind == null ? ExporterKind.OTLP_GRPC : kind)
            .level(section.oneOf("otlp-level", LevelChoice.AUTO, LEVELS))
            .resourceAttributes(resource(section.openSection("resource")))
            .queue(queue(section.section("queue", QUEUE_KEYS)))
            .maxRequestBytes(
                (int)
                    section.size(
                        "max-request-bytes",
                        ExporterSettings.DEFAULT_MAX_REQUEST_BYTES,
                        ExporterSettings.SMALLEST_MAX_REQUEST_BYTES,
                        ExporterSettings.LARGEST_MAX_REQUEST_BYTES));
    if (kind == ExporterKind.FILE) {
      refuse(section, NETWORK_KEYS, "is only for the kinds otlp-grpc and otlp-http");
      writeTo(section, settings);
    } else {
      if (kind != null) {
        refuse(section, FILE_KEYS, "is only for the kind file");
      }
      sendTo(section, kind, settings);
    }
    return problems.count() == before ? settings.build() : null;
  }

  /** A slip is a problem, and is still taken for the kind that is meant when the rest is read. */
  private static @Nullable ExporterKind kind(Section section) {
    YamlNode node = section.node("exporter");
    if (node == null) {
      section.problem("exporter", "missing, expected " + String.join(" or ", KINDS.keySet()));
      return null;
    }
    ExporterKind kind = section.choice("exporter", KINDS);
    if (kind != null || node.kind() != YamlNode.Kind.SCALAR) {
      return kind;
    }
    String nearest = NearestName.of(node.text(), KINDS.keySet());
    return NearestName.isSlip(node.text(), nearest) ? KINDS.get(nearest) : null;
  }

  private static void refuse(Section section, Set<String> keys, String reason) {
    for (YamlEntry entry : section.entries()) {
      String key = entry.key().toLowerCase(Locale.ROOT);
      if (keys.contains(key)) {
        section.problemAtKey(key, reason);
      }
    }
  }

  private void writeTo(Section section, ExporterSettings.Builder settings) {
    long maxBytes =
        section.size("max-bytes", FileSettings.DEFAULT_MAX_BYTES, 1 << 20, Long.MAX_VALUE);
    long maxFiles =
        section.number("max-files", FileSettings.DEFAULT_MAX_FILES, 1, Integer.MAX_VALUE);
    Path directory = file.path(section, "directory");
    if (directory != null) {
      settings.file(FileSettings.of(directory, maxBytes, (int) maxFiles));
    } else if (!section.has("directory")) {
      section.problem("directory", "missing, expected where the files are written");
    }
  }

  /** The kind is null where it could not be read: then only what no kind changes is checked. */
  private void sendTo(
      Section section, @Nullable ExporterKind kind, ExporterSettings.Builder settings) {
    Boolean insecure = section.truth("insecure");
    ChannelSecurity asked = null;
    if (insecure != null) {
      asked = insecure ? ChannelSecurity.PLAINTEXT : ChannelSecurity.TLS;
    }
    settings
        .compression(compression(section))
        .headers(new HeaderReader(new SecretReader(file, environment)).read(section))
        .timeout(
            section.duration(
                "timeout", ExporterSettings.DEFAULT_TIMEOUT, SHORTEST_TIMEOUT, LONGEST_TIMEOUT))
        .retry(retry(section.section("retry", RETRY_KEYS)))
        .tls(new TlsReader(file).read(section));
    Endpoint endpoint = kind == null ? null : endpoint(section, kind, asked);
    if (endpoint == null) {
      return;
    }
    if (section.has("tls") && endpoint.security() == ChannelSecurity.PLAINTEXT) {
      section.problemAtKey("tls", "has no effect on a plaintext endpoint: remove one of the two");
    }
    settings.endpoint(endpoint.target()).security(endpoint.security());
  }

  /** An empty text is the default, since ig takes it too. */
  private static Compression compression(Section section) {
    String text = section.text("compression");
    return text != null && text.isEmpty()
        ? Compression.GZIP
        : section.oneOf("compression", Compression.GZIP, COMPRESSIONS);
  }

  private @Nullable Endpoint endpoint(
      Section section, ExporterKind kind, @Nullable ChannelSecurity asked) {
    String text = section.text("endpoint");
    if (text == null) {
      if (!section.has("endpoint")) {
        section.problem("endpoint", "missing, expected host:port or a URL");
      }
      return null;
    }
    try {
      Endpoint endpoint =
          kind == ExporterKind.OTLP_GRPC
              ? Endpoint.grpc(text, asked)
              : Endpoint.httpBase(text, asked);
      for (String remark : endpoint.remarks()) {
        warnings.add(section.positionOf("endpoint"), section.keyPath("endpoint") + ": " + remark);
      }
      return endpoint;
    } catch (EndpointException e) {
      section.problem("endpoint", requireNonNull(e.getMessage()));
      return null;
    }
  }

  private static QueueSettings queue(Section section) {
    QueueSettings queue =
        QueueSettings.DEFAULT.withPolicy(
            section.oneOf("policy", QueuePolicy.DROP_OLDEST, POLICIES));
    if (section.has("max-bytes")) {
      queue =
          queue.withMaxBytes(
              section.size("max-bytes", QueueSettings.DEFAULT_MAX_BYTES, 64 << 10, 1L << 40));
    }
    if (section.has("max-items")) {
      queue =
          queue.withMaxItems(
              (int) section.number("max-items", QueueSettings.DEFAULT_MAX_ITEMS, 1, 1_000_000));
    }
    return queue;
  }

  private static RetrySettings retry(Section section) {
    Duration initial =
        section.duration(
            "initial-delay",
            RetrySettings.DEFAULT_INITIAL_DELAY,
            Duration.ofMillis(1),
            LONGEST_AGE);
    Duration longest =
        section.duration(
            "max-delay", RetrySettings.DEFAULT_MAX_DELAY, Duration.ofMillis(1), LONGEST_AGE);
    if (longest.compareTo(initial) < 0) {
      if (section.has("max-delay")) {
        section.problem("max-delay", "is shorter than initial-delay");
      }
      longest = initial;
    }
    RetrySettings.Builder retry =
        RetrySettings.builder()
            .initialDelay(initial)
            .maxDelay(longest)
            .maxAttempts(
                (int)
                    section.number(
                        "max-attempts", RetrySettings.DEFAULT_MAX_ATTEMPTS, 1, 1_000_000));
    if (section.has("max-age")) {
      retry.maxAge(
          section.duration(
              "max-age", RetrySettings.DEFAULT_MAX_AGE, Duration.ofMillis(1), LONGEST_AGE));
    }
    return retry.build();
  }

  private static Attributes resource(Section section) {
    List<Attribute> attributes = new ArrayList<>();
    for (YamlEntry entry : section.entries()) {
      if (entry.key().isEmpty()) {
        section.problemAtKey("", "an attribute's name is never empty");
      } else if (entry.value().kind() != YamlNode.Kind.SCALAR) {
        section.problem(
            entry.key().toLowerCase(Locale.ROOT),
            "expected a single value, found " + entry.value().kind());
      } else {
        attributes.add(Attribute.of(entry.key(), entry.value().text()));
      }
    }
    return Attributes.of(attributes);
  }

  private static <T> Map<String, T> byText(T[] values, Function<T, String> text) {
    Map<String, T> byText = new LinkedHashMap<>();
    for (T value : values) {
      byText.put(text.apply(value), value);
    }
    return byText;
  }
}
