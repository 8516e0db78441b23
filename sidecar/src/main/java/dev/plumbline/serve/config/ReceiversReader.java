package dev.plumbline.serve.config;

import dev.plumbline.config.ConfigFile;
import dev.plumbline.config.Section;
import dev.plumbline.receive.PprofServerReceiver;
import dev.plumbline.yaml.YamlEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Section {@code receivers}, with the names of the OpenTelemetry Collector: {@code otlp} or {@code
 * otlp/NAME} with {@code protocols}, {@code profiling_upload}, and {@code pprof} with {@code
 * server}. Without the section all have their defaults; a section opens what it names and nothing
 * else. Confined to the thread that reads.
 */
final class ReceiversReader {
  private static final String OTLP = "otlp";
  private static final String UPLOAD = "profiling_upload";
  private static final Set<String> OTLP_KEYS = Set.of("protocols", SourceExporters.KEY);
  private static final Set<String> PROTOCOLS = Set.of("grpc", "http");
  private static final Set<String> ENDPOINT_KEYS =
      Set.of(EndpointReader.ENDPOINT, EndpointReader.TLS, EndpointReader.KEYS);
  private static final Set<String> UPLOAD_KEYS =
      Set.of(EndpointReader.ENDPOINT, EndpointReader.TLS, EndpointReader.KEYS, SourceExporters.KEY);

  private static final String PPROF = "pprof";
  private static final Set<String> PPROF_KEYS =
      Set.of("remote", "file", "self", "server", SourceExporters.KEY);
  private static final Set<String> UNSUPPORTED_SERVER_KEYS =
      new TreeSet<>(
          Set.of(
              "transport",
              "cors",
              "auth",
              "include_metadata",
              "response_headers",
              "compression_algorithms",
              "read_timeout",
              "read_header_timeout",
              "write_timeout",
              "idle_timeout",
              "keep_alives_enabled",
              "middlewares"));
  private static final Set<String> SERVER_KEYS = serverKeys();
  private static final long MAX_BODY_BYTES = 64L << 20;

  private final ConfigFile file;
  private final SourceExporters exporters;
  private final EndpointReader endpoints;
  private final List<ReceiverSettings> receivers = new ArrayList<>();

  ReceiversReader(ConfigFile file, SourceExporters exporters) {
    this.file = file;
    this.exporters = exporters;
    this.endpoints = new EndpointReader(file);
  }

  private static Set<String> serverKeys() {
    Set<String> keys = new TreeSet<>(UNSUPPORTED_SERVER_KEYS);
    keys.addAll(
        List.of(
            EndpointReader.ENDPOINT,
            EndpointReader.TLS,
            EndpointReader.KEYS,
            "max_request_body_size"));
    return keys;
  }

  List<ReceiverSettings> read() {
    Section section = file.openSection("receivers");
    if (!file.has("receivers")) {
      for (ReceiverKind kind : ReceiverKind.values()) {
        if (kind.defaultPort() > 0) {
          receivers.add(
              new ReceiverSettings(
                  kind.label(), kind, EndpointReader.byDefault(kind.defaultPort()), null, 0));
        }
      }
      return receivers;
    }
    for (YamlEntry entry : section.entries()) {
      String key = entry.key().toLowerCase(Locale.ROOT);
      int slash = key.indexOf('/');
      String type = slash < 0 ? key : key.substring(0, slash);
      switch (type) {
        case OTLP -> otlp(section, key, entry.key());
        case UPLOAD -> upload(section, key, entry.key());
        case PPROF -> pprof(section, key, entry.key());
        default ->
            section.problemAtKey(
                key, "unknown receiver, expected one of " + OTLP + ", " + PPROF + ", " + UPLOAD);
      }
    }
    return receivers;
  }

  private void otlp(Section section, String key, String name) {
    Section otlp = section.section(key, OTLP_KEYS);
    Section protocols = otlp.section("protocols", PROTOCOLS);
    if (!protocols.isNamed("grpc") && !protocols.isNamed("http")) {
      section.problem(key, "expected protocols with grpc, http or both");
    }
    List<String> named = exporters.read(otlp);
    for (ReceiverKind kind : List.of(ReceiverKind.OTLP_GRPC, ReceiverKind.OTLP_HTTP)) {
      String protocol = kind == ReceiverKind.OTLP_GRPC ? "grpc" : "http";
      if (protocols.isNamed(protocol)) {
        receivers.add(
            new ReceiverSettings(
                name + "/" + protocol,
                kind,
                endpoints.read(protocols.section(protocol, ENDPOINT_KEYS), kind.defaultPort()),
                named,
                0));
      }
    }
  }

  private void pprof(Section section, String key, String name) {
    Section pprof = section.section(key, PPROF_KEYS);
    for (String mode : List.of("remote", "file", "self")) {
      if (pprof.isNamed(mode)) {
        pprof.problemAtKey(mode, "is not in this version, expected server");
      }
    }
    if (!pprof.isNamed("server")) {
      section.problem(key, "expected server");
      return;
    }
    Section server = pprof.section("server", SERVER_KEYS);
    for (String unsupported : UNSUPPORTED_SERVER_KEYS) {
      if (server.isNamed(unsupported)) {
        server.problemAtKey(unsupported, "is not in this version");
      }
    }
    if (!server.has(EndpointReader.ENDPOINT)) {
      pprof.problem("server", "server.endpoint must be specified");
    }
    receivers.add(
        new ReceiverSettings(
            name + "/server",
            ReceiverKind.PPROF_SERVER,
            endpoints.read(server, ReceiverKind.PPROF_SERVER.defaultPort()),
            exporters.read(pprof),
            (int)
                server.size(
                    "max_request_body_size",
                    PprofServerReceiver.DEFAULT_MAX_REQUEST_BODY_BYTES,
                    1,
                    MAX_BODY_BYTES)));
  }

  private void upload(Section section, String key, String name) {
    Section upload = section.section(key, UPLOAD_KEYS);
    receivers.add(
        new ReceiverSettings(
            name,
            ReceiverKind.PROFILING_UPLOAD,
            endpoints.read(upload, ReceiverKind.PROFILING_UPLOAD.defaultPort()),
            exporters.read(upload),
            0));
  }
}
