package dev.plumbline.serve.config;

import dev.plumbline.config.ConfigFile;
import dev.plumbline.config.SecretReader;
import dev.plumbline.config.Section;
import dev.plumbline.config.Variables;
import dev.plumbline.listen.ServerTls;
import java.util.Set;

/**
 * Section {@code page}. A page that others can reach needs a token or client certificates, unless
 * it is said to be {@code insecure}. Confined to the thread that reads.
 */
final class PageReader {
  private static final Set<String> KEYS =
      Set.of("enabled", EndpointReader.ENDPOINT, EndpointReader.TLS, "hosts", "bearer", "insecure");

  private final ConfigFile file;
  private final Variables environment;

  PageReader(ConfigFile file, Variables environment) {
    this.file = file;
    this.environment = environment;
  }

  PageConfig read() {
    Section section = file.section("page", KEYS);
    ReceiverSettings.Endpoint endpoint =
        section.has(EndpointReader.ENDPOINT)
            ? new EndpointReader(file).read(section, PageConfig.DEFAULT_PORT)
            : withTls(section);
    PageConfig page =
        new PageConfig(
            section.truth("enabled", true),
            endpoint,
            Set.copyOf(section.texts("hosts")),
            new SecretReader(file, environment).read(section, "bearer"));
    ServerTls tls = endpoint.tls();
    boolean isGuarded = page.bearerToken() != null || (tls != null && tls.clients() != null);
    if (page.isEnabled()
        && !endpoint.address().isLoopback()
        && !isGuarded
        && !section.truth("insecure", false)) {
      section.problem(
          EndpointReader.ENDPOINT,
          endpoint.address()
              + " is not loopback, so the page needs bearer or tls.client_ca_file;"
              + " insecure: true opens it to everybody");
    }
    return page;
  }

  private ReceiverSettings.Endpoint withTls(Section section) {
    ReceiverSettings.Endpoint read =
        new EndpointReader(file).read(section, PageConfig.DEFAULT_PORT);
    return read.tls() == null ? EndpointReader.byDefault(PageConfig.DEFAULT_PORT) : read;
  }
}
