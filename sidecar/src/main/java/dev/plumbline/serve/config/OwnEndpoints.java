package dev.plumbline.serve.config;

import dev.plumbline.export.settings.ExporterKind;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.listen.ListenAddress;
import dev.plumbline.yaml.Problems;
import dev.plumbline.yaml.SourcePosition;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Refuses exporters that would send to ourselves, round and round. Stateless. */
final class OwnEndpoints {
  private static final Set<String> HERE = Set.of("localhost", "127.0.0.1", "::1", "0.0.0.0", "::");

  private OwnEndpoints() {}

  static void check(
      List<ReceiverSettings> receivers,
      PageConfig page,
      Collection<ExporterSettings> exporters,
      Problems problems) {
    for (ExporterSettings exporter : exporters) {
      if (exporter.kind() == ExporterKind.FILE) {
        continue;
      }
      ListenAddress target = target(exporter.endpoint());
      for (ReceiverSettings receiver : receivers) {
        if (target != null && isSame(target, receiver.endpoint().address())) {
          refuse(exporter, receiver.name(), problems);
        }
      }
      if (target != null && page.isEnabled() && isSame(target, page.endpoint().address())) {
        refuse(exporter, "page", problems);
      }
    }
  }

  private static void refuse(ExporterSettings exporter, String listener, Problems problems) {
    problems.add(
        SourcePosition.of("exporter " + exporter.name()),
        "its endpoint "
            + exporter.endpoint()
            + " is our own listener "
            + listener
            + ": profiles would go round; name another receiver, or other receivers: here");
  }

  private static boolean isSame(ListenAddress target, ListenAddress own) {
    return target.port() == own.port()
        && (target.host().equals(own.host())
            || (HERE.contains(target.host()) && HERE.contains(own.host())));
  }

  /** Null for what has no host and port, such as a unix socket. */
  private static @Nullable ListenAddress target(String endpoint) {
    try {
      URI uri = URI.create(endpoint.contains("://") ? endpoint : "x://" + endpoint);
      if (uri.getHost() == null) {
        return null;
      }
      String host = uri.getHost().replaceAll("[\\[\\]]", "");
      int port = uri.getPort() > 0 ? uri.getPort() : defaultPort(uri.getScheme());
      return port <= 0 ? null : new ListenAddress(host, port);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static int defaultPort(String scheme) {
    return switch (scheme) {
      case "http" -> 80;
      case "https" -> 443;
      default -> 0;
    };
  }
}
