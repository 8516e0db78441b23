package dev.plumbline.serve.config;

import dev.plumbline.config.ConfigFile;
import dev.plumbline.config.Section;
import dev.plumbline.yaml.YamlEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Section {@code receivers}, with the names of the OpenTelemetry Collector: {@code otlp} or {@code
 * otlp/NAME} with {@code protocols}, and {@code profiling_upload}. Without the section all have
 * their defaults; a section opens what it names and nothing else. Confined to the thread that
 * reads.
 */
final class ReceiversReader {
  private static final String OTLP = "otlp";
  private static final String UPLOAD = "profiling_upload";
  private static final Set<String> OTLP_KEYS = Set.of("protocols", SourceExporters.KEY);
  private static final Set<String> PROTOCOLS = Set.of("grpc", "http");
  private static final Set<String> ENDPOINT_KEYS =
      Set.of(EndpointReader.ENDPOINT, EndpointReader.TLS);
  private static final Set<String> UPLOAD_KEYS =
      Set.of(EndpointReader.ENDPOINT, EndpointReader.TLS, SourceExporters.KEY);

  private final ConfigFile file;
  private final SourceExporters exporters;
  private final EndpointReader endpoints;
  private final List<ReceiverSettings> receivers = new ArrayList<>();

  ReceiversReader(ConfigFile file, SourceExporters exporters) {
    this.file = file;
    this.exporters = exporters;
    this.endpoints = new EndpointReader(file);
  }

  List<ReceiverSettings> read() {
    Section section = file.openSection("receivers");
    if (!file.has("receivers")) {
      for (ReceiverKind kind : ReceiverKind.values()) {
        receivers.add(
            new ReceiverSettings(
                kind.label(), kind, EndpointReader.byDefault(kind.defaultPort()), null));
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
        default ->
            section.problemAtKey(key, "unknown receiver, expected one of " + OTLP + ", " + UPLOAD);
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
                named));
      }
    }
  }

  private void upload(Section section, String key, String name) {
    Section upload = section.section(key, UPLOAD_KEYS);
    receivers.add(
        new ReceiverSettings(
            name,
            ReceiverKind.PROFILING_UPLOAD,
            endpoints.read(upload, ReceiverKind.PROFILING_UPLOAD.defaultPort()),
            exporters.read(upload)));
  }
}
