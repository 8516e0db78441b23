package dev.plumbline.serve.config;

import static java.util.Objects.requireNonNull;

import dev.plumbline.listen.ListenAddress;
import dev.plumbline.listen.ServerTls;
import dev.plumbline.receive.ServerOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One receiver that takes pushed profiles. Immutable.
 *
 * @param name unique among the receivers, such as {@code otlp/grpc}
 * @param endpoint where it listens, with TLS or without
 * @param exporters names that override the default ones; null for the default
 * @param maxBodyBytes as they come; 0 for the kind's own
 * @param options of HTTP, where the kind has them
 */
public record ReceiverSettings(
    String name,
    ReceiverKind kind,
    Endpoint endpoint,
    @Nullable List<String> exporters,
    int maxBodyBytes,
    ServerOptions options) {
  public ReceiverSettings {
    requireNonNull(name, "name");
    requireNonNull(kind, "kind");
    requireNonNull(endpoint, "endpoint");
    exporters = exporters == null ? null : List.copyOf(exporters);
    requireNonNull(options, "options");
  }

  /** Of a kind without limits and options of its own. */
  public ReceiverSettings(
      String name, ReceiverKind kind, Endpoint endpoint, @Nullable List<String> exporters) {
    this(name, kind, endpoint, exporters, 0, ServerOptions.DEFAULT);
  }

  /**
   * Where something listens. Immutable.
   *
   * @param origin whether a user named it: a default one may be left out if its port is taken
   * @param ingestionKeys that senders must bring one of, themselves or as files with one in each
   *     line; none lets all in
   */
  public record Endpoint(
      ListenAddress address,
      @Nullable ServerTls tls,
      Origin origin,
      IngestionKeySources ingestionKeys) {
    public Endpoint {
      requireNonNull(address, "address");
      requireNonNull(origin, "origin");
      requireNonNull(ingestionKeys, "ingestionKeys");
    }
  }

  /** Who named an endpoint. */
  public enum Origin {
    DEFAULT,
    CONFIGURED
  }
}
