package dev.plumbline.serve.config;

import dev.plumbline.collector.CollectorFile;
import dev.plumbline.collector.PprofSections;
import dev.plumbline.collector.SelfReader;
import dev.plumbline.collector.ServerReader;
import dev.plumbline.config.ConfigFile;
import dev.plumbline.config.Section;
import dev.plumbline.selfprofile.SelfSettings;
import dev.plumbline.yaml.YamlEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Section {@code receivers}, with the names of the OpenTelemetry Collector: {@code otlp} or {@code
 * otlp/NAME} with {@code protocols}, {@code profiling_upload}, and {@code pprof}. Without the
 * section all have their defaults; a section opens what it names and nothing else. Confined to the
 * thread that reads.
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
  private static final Set<String> PPROF_KEYS = pprofKeys();
  private static final Set<String> SERVER_KEYS = serverKeys();

  private final ConfigFile file;
  private final SourceExporters exporters;
  private final EndpointReader endpoints;
  private final CollectorFile context;
  private final List<ReceiverSettings> receivers = new ArrayList<>();
  private final List<PullSettings> pulls = new ArrayList<>();
  private @Nullable SelfSettings self;

  ReceiversReader(CollectorFile context, SourceExporters exporters) {
    this.context = context;
    this.file = context.file();
    this.exporters = exporters;
    this.endpoints = new EndpointReader(file);
  }

  private static Set<String> pprofKeys() {
    Set<String> keys = new TreeSet<>(PprofSections.KEYS);
    keys.add(SourceExporters.KEY);
    return keys;
  }

  private static Set<String> serverKeys() {
    Set<String> keys = new TreeSet<>(ServerReader.KEYS);
    keys.add(EndpointReader.KEYS);
    return keys;
  }

  List<ReceiverSettings> read() {
    Section section = file.openSection("receivers");
    if (!file.has("receivers")) {
      for (ReceiverKind kind : ReceiverKind.values()) {
        if (kind.defaultPort() > 0) {
          receivers.add(
              new ReceiverSettings(
                  kind.label(), kind, EndpointReader.byDefault(kind.defaultPort()), null));
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

  /** The profile of ourselves, once all have been read; null for none. */
  @Nullable SelfSettings self() {
    return self;
  }

  /** Those that fetch, once all have been read. */
  List<PullSettings> pulls() {
    return pulls;
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

  private void pprof(Section section, String key, String name) {
    Section pprof = section.section(key, PPROF_KEYS);
    if (PprofSections.KEYS.stream().noneMatch(pprof::isNamed)) {
      section.problem(
          key, "at least one of " + String.join(", ", PprofSections.NAMES) + " must be configured");
      return;
    }
    List<String> named = exporters.read(pprof);
    PprofSections.read(context, pprof)
        .forEach((mode, source) -> pulls.add(new PullSettings(name + "/" + mode, named, source)));
    SelfSettings ownSelf = new SelfReader(context).read(pprof, name, named);
    if (ownSelf != null && self != null) {
      section.problem(key, "has a section self, and so has " + self.name() + "; expected one");
    }
    self = ownSelf == null ? self : ownSelf;
    if (pprof.isNamed("server")) {
      server(pprof, name, named);
    }
  }

  private void server(Section pprof, String name, @Nullable List<String> named) {
    Section section = pprof.section("server", SERVER_KEYS);
    ServerReader.Server server = new ServerReader(context).read(section);
    if (server != null) {
      receivers.add(
          new ReceiverSettings(
              name + "/server",
              ReceiverKind.PPROF_SERVER,
              endpoints.read(section, server.address(), server.tls()),
              named,
              server.maxBodyBytes(),
              server.options()));
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
