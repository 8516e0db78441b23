package dev.plumbline.serve.config;

import dev.plumbline.config.ConfigFile;
import dev.plumbline.config.Section;
import dev.plumbline.listen.ListenAddress;
import dev.plumbline.listen.ServerTls;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The keys {@code endpoint} and {@code tls} of what listens. Confined to the thread that reads. */
final class EndpointReader {
  static final String ENDPOINT = "endpoint";
  static final String TLS = "tls";
  static final String KEYS = "ingestion-keys";
  private static final Set<String> TLS_KEYS = Set.of("cert_file", "key_file", "client_ca_file");

  private final ConfigFile file;

  EndpointReader(ConfigFile file) {
    this.file = file;
  }

  /** Of a section whose address and TLS were read elsewhere. */
  ReceiverSettings.Endpoint read(Section section, ListenAddress address, @Nullable ServerTls tls) {
    return new ReceiverSettings.Endpoint(
        address, tls, ReceiverSettings.Origin.CONFIGURED, keys(section));
  }

  /** Of a section that may leave the endpoint to its default. */
  ReceiverSettings.Endpoint read(Section section, int defaultPort) {
    String text = section.text(ENDPOINT);
    ListenAddress address = ListenAddress.loopback(defaultPort);
    if (text != null) {
      try {
        address = ListenAddress.parse(text);
      } catch (IllegalArgumentException e) {
        section.problem(ENDPOINT, String.valueOf(e.getMessage()));
      }
    }
    return read(section, address, tls(section));
  }

  /** What begins with a slash or a dot is a file, whose path starts from the configuration's. */
  private IngestionKeySources keys(Section section) {
    List<String> values = new ArrayList<>();
    List<Path> files = new ArrayList<>();
    for (String text : section.texts(KEYS)) {
      if (text.startsWith("/") || text.startsWith("./")) {
        files.add(file.resolve(Path.of(text)));
      } else if (text.isBlank()) {
        section.problem(KEYS, "has an empty key");
      } else {
        values.add(text);
      }
    }
    return new IngestionKeySources(values, files);
  }

  static ReceiverSettings.Endpoint byDefault(int port) {
    return new ReceiverSettings.Endpoint(
        ListenAddress.loopback(port),
        null,
        ReceiverSettings.Origin.DEFAULT,
        IngestionKeySources.NONE);
  }

  private @Nullable ServerTls tls(Section section) {
    if (!section.has(TLS)) {
      return null;
    }
    Section tls = section.section(TLS, TLS_KEYS);
    Path certificate = file.path(tls, "cert_file");
    Path key = file.path(tls, "key_file");
    if (certificate == null || key == null) {
      section.problem(TLS, "expected cert_file and key_file");
      return null;
    }
    return ServerTls.ofFiles(certificate, key, file.path(tls, "client_ca_file"));
  }
}
