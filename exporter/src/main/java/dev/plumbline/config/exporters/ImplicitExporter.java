package dev.plumbline.config.exporters;

import static java.util.Objects.requireNonNull;

import dev.plumbline.config.DurationText;
import dev.plumbline.config.ScalarText;
import dev.plumbline.export.settings.ChannelSecurity;
import dev.plumbline.export.settings.Compression;
import dev.plumbline.export.settings.ExporterKind;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.export.settings.TlsSettings;
import dev.plumbline.yaml.Problems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The exporter {@code otel}, which exists without a file and is described by {@code
 * OTEL_EXPORTER_OTLP_*} and {@code OTEL_EXPORTER_OTLP_PROFILES_*} alone: ENDPOINT, HEADERS,
 * COMPRESSION, TIMEOUT, PROTOCOL, CERTIFICATE, CLIENT_KEY, CLIENT_CERTIFICATE, INSECURE (§2.3 of
 * the OTLP study). These variables are usually set for traces, so they are read only where this
 * exporter is used, and never change one of a file. By default it sends gRPC to {@code
 * http://localhost:4317}, compressed with gzip.
 *
 * <p>What would send data elsewhere or in the clear against the user's will (endpoint, protocol,
 * TLS files) is a problem; the rest is a warning beside which the default is used.
 */
public final class ImplicitExporter {
  /** The name by which it is selected. */
  public static final String NAME = "otel";

  private static final String GRPC = "grpc";
  private static final String HTTP = "http/protobuf";
  private static final int MAX_TIMEOUT_MILLIS = 600_000;

  private final OtelEnvironment environment;
  private final Problems problems;
  private final Problems warnings;

  private ImplicitExporter(OtelEnvironment environment, Problems problems, Problems warnings) {
    this.environment = requireNonNull(environment, "environment");
    this.problems = requireNonNull(problems, "problems");
    this.warnings = requireNonNull(warnings, "warnings");
  }

  /** Null if something is a problem, which has been added. */
  public static @Nullable ExporterSettings read(
      OtelEnvironment environment, Problems problems, Problems warnings) {
    return new ImplicitExporter(environment, problems, warnings).read();
  }

  private @Nullable ExporterSettings read() {
    int before = problems.count();
    ExporterKind kind = kind();
    Endpoint endpoint = kind == null ? null : endpoint(kind);
    TlsSettings tls = tls();
    Map<String, String> headers = headers();
    if (kind == null || endpoint == null || problems.count() != before) {
      return null;
    }
    return ExporterSettings.builder(NAME, kind)
        .endpoint(endpoint.target())
        .security(endpoint.security())
        .tls(tls)
        .headers(headers)
        .compression(compression())
        .timeout(timeout())
        .build();
  }

  private @Nullable ExporterKind kind() {
    OtelSetting protocol = environment.exporterSetting("PROTOCOL");
    if (protocol == null || protocol.text().equals(GRPC)) {
      return ExporterKind.OTLP_GRPC;
    }
    if (protocol.text().equals(HTTP)) {
      return ExporterKind.OTLP_HTTP;
    }
    problems.add(
        protocol.position(),
        "expected " + GRPC + " or " + HTTP + ", found " + ScalarText.shown(protocol.text()));
    return null;
  }

  private static String protocolText(ExporterKind kind) {
    return kind == ExporterKind.OTLP_GRPC ? GRPC : HTTP;
  }

  private @Nullable Endpoint endpoint(ExporterKind kind) {
    OtelSetting ofSignal = environment.signalSetting("ENDPOINT");
    OtelSetting setting = ofSignal == null ? environment.exporterSetting("ENDPOINT") : ofSignal;
    String text = setting == null ? defaultEndpoint(kind) : setting.text();
    try {
      ChannelSecurity asked = asked(text);
      Endpoint endpoint;
      if (kind == ExporterKind.OTLP_GRPC) {
        endpoint = Endpoint.grpc(text, asked);
      } else if (ofSignal == null) {
        endpoint = Endpoint.httpBase(text, asked);
      } else {
        endpoint = Endpoint.httpSignal(text, asked);
      }
      if (setting != null) {
        String hint = "; OTEL_EXPORTER_OTLP_PROTOCOL chooses, now " + protocolText(kind);
        endpoint.remarks().forEach(remark -> warnings.add(setting.position(), remark + hint));
      }
      return endpoint;
    } catch (EndpointException e) {
      problems.add(requireNonNull(setting, "setting").position(), requireNonNull(e.getMessage()));
      return null;
    }
  }

  private static String defaultEndpoint(ExporterKind kind) {
    int port = kind == ExporterKind.OTLP_GRPC ? Endpoint.GRPC_PORT : Endpoint.HTTP_PORT;
    return "http://localhost:" + port;
  }

  /** INSECURE counts only for an endpoint without a scheme; null where it does not count. */
  private @Nullable ChannelSecurity asked(String endpoint) {
    OtelSetting insecure = environment.exporterSetting("INSECURE");
    if (insecure == null) {
      return null;
    }
    boolean plaintext = OtelEnvironment.truth(insecure, warnings);
    if (endpoint.contains("://")) {
      if (plaintext && endpoint.regionMatches(true, 0, "https", 0, 5)) {
        warnings.add(insecure.position(), "has no effect: the endpoint says https");
      }
      return null;
    }
    return plaintext ? ChannelSecurity.PLAINTEXT : ChannelSecurity.TLS;
  }

  private TlsSettings tls() {
    Path certificate = file("CLIENT_CERTIFICATE");
    Path key = file("CLIENT_KEY");
    TlsSettings.Builder tls = TlsSettings.builder().caFile(file("CERTIFICATE"));
    OtelSetting certificateSetting = environment.exporterSetting("CLIENT_CERTIFICATE");
    OtelSetting keySetting = environment.exporterSetting("CLIENT_KEY");
    if (certificateSetting != null && keySetting == null) {
      problems.add(certificateSetting.position(), "needs OTEL_EXPORTER_OTLP_CLIENT_KEY too");
    } else if (keySetting != null && certificateSetting == null) {
      problems.add(keySetting.position(), "needs OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE too");
    } else if (certificate != null && key != null) {
      tls.certificateFile(certificate).keyFile(key);
    }
    return tls.build();
  }

  private @Nullable Path file(String suffix) {
    OtelSetting setting = environment.exporterSetting(suffix);
    if (setting == null) {
      return null;
    }
    try {
      Path path = Path.of(setting.text());
      if (Files.isReadable(path) && !Files.isDirectory(path)) {
        return path;
      }
      problems.add(setting.position(), "no readable file: " + path);
    } catch (InvalidPathException e) {
      problems.add(setting.position(), "no path of this system: " + e.getReason());
    }
    return null;
  }

  private Map<String, String> headers() {
    OtelSetting setting = environment.exporterSetting("HEADERS");
    if (setting == null) {
      return Collections.emptyMap();
    }
    Map<String, String> entries =
        KeyValueText.parse(setting.name(), setting.text(), ImplicitExporter::headerFault, warnings);
    Map<String, String> spelling = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    Map<String, String> headers = new LinkedHashMap<>();
    entries.forEach(
        (name, value) -> {
          String earlier = spelling.put(name, name);
          if (earlier != null) {
            headers.remove(earlier);
          }
          headers.put(name, value);
        });
    return Collections.unmodifiableMap(headers);
  }

  private static @Nullable String headerFault(String name, String value) {
    String fault = HeaderRules.nameFault(name);
    return fault == null ? HeaderRules.valueFault(value) : fault;
  }

  private Compression compression() {
    OtelSetting setting = environment.exporterSetting("COMPRESSION");
    if (setting == null || setting.text().equals(Compression.GZIP.text())) {
      return Compression.GZIP;
    }
    if (setting.text().equals(Compression.NONE.text())) {
      return Compression.NONE;
    }
    warnings.add(
        setting.position(),
        "expected gzip or none, found " + ScalarText.shown(setting.text()) + "; gzip is used");
    return Compression.GZIP;
  }

  private Duration timeout() {
    OtelSetting setting = environment.exporterSetting("TIMEOUT");
    if (setting == null) {
      return ExporterSettings.DEFAULT_TIMEOUT;
    }
    if (setting.text().matches("\\d{1,6}")) {
      int millis = Integer.parseInt(setting.text());
      if (millis >= 1 && millis <= MAX_TIMEOUT_MILLIS) {
        return Duration.ofMillis(millis);
      }
    }
    warnings.add(
        setting.position(),
        "expected milliseconds from 1 to "
            + MAX_TIMEOUT_MILLIS
            + ", found "
            + ScalarText.shown(setting.text())
            + "; "
            + DurationText.format(ExporterSettings.DEFAULT_TIMEOUT)
            + " is used");
    return ExporterSettings.DEFAULT_TIMEOUT;
  }
}
