package dev.plumbline.export.settings;

import static java.util.Objects.requireNonNull;

import dev.plumbline.profile.Attributes;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that one exporter is told: what the configuration's {@code
 * operator.otel-profiles.exporters.NAME} becomes once it has been read and checked. Immutable. Its
 * text shows the names of headers and never their values.
 */
public final class ExporterSettings {
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

  /** What a receiver with the defaults of gRPC takes. */
  public static final int DEFAULT_MAX_REQUEST_BYTES = 4 << 20;

  /** What the OTLP specification advises receivers to take at most. */
  public static final int LARGEST_MAX_REQUEST_BYTES = 64 << 20;

  /** Below this not even one deep stack fits. */
  public static final int SMALLEST_MAX_REQUEST_BYTES = 64 << 10;

  private final String name;
  private final ExporterKind kind;
  private final String endpoint;
  private final ChannelSecurity security;
  private final Compression compression;
  private final LevelChoice level;
  private final Map<String, String> headers;
  private final TlsSettings tls;
  private final Duration timeout;
  private final RetrySettings retry;
  private final QueueSettings queue;
  private final int maxRequestBytes;
  private final Attributes resourceAttributes;
  private final @Nullable FileSettings file;

  private ExporterSettings(Builder builder) {
    this.name = builder.name;
    this.kind = builder.kind;
    this.endpoint = builder.endpoint;
    this.security = builder.security;
    this.compression = builder.compression;
    this.level = builder.level;
    this.headers = Collections.unmodifiableMap(new LinkedHashMap<>(builder.headers));
    this.tls = builder.tls;
    this.timeout = builder.timeout;
    this.retry = builder.retry;
    this.queue = builder.queue;
    this.maxRequestBytes = builder.maxRequestBytes;
    this.resourceAttributes = builder.resourceAttributes;
    this.file = builder.file;
  }

  public static Builder builder(String name, ExporterKind kind) {
    return new Builder(name, kind);
  }

  /** As the configuration spells it; part of the thread's name and of every log line. */
  public String name() {
    return name;
  }

  public ExporterKind kind() {
    return kind;
  }

  /**
   * Resolved already: for gRPC a target without path ({@code host:4317}, {@code [::1]:4317}, {@code
   * dns:///host:4317}, {@code unix:///path}), for HTTP the whole URL with the signal's path. Empty
   * for {@link ExporterKind#FILE}.
   */
  public String endpoint() {
    return endpoint;
  }

  /** For HTTP it agrees with the URL's scheme. */
  public ChannelSecurity security() {
    return security;
  }

  public Compression compression() {
    return compression;
  }

  public LevelChoice level() {
    return level;
  }

  /** Unmodifiable, in the order of the configuration. Values may be secrets. */
  public Map<String, String> headers() {
    return headers;
  }

  public TlsSettings tls() {
    return tls;
  }

  /** Deadline of one call. */
  public Duration timeout() {
    return timeout;
  }

  public RetrySettings retry() {
    return retry;
  }

  public QueueSettings queue() {
    return queue;
  }

  /** The same with another queue. */
  public ExporterSettings withQueue(QueueSettings other) {
    return toBuilder().queue(other).build();
  }

  /** Uncompressed; larger requests are split. */
  public int maxRequestBytes() {
    return maxRequestBytes;
  }

  /** Laid over the resource of every profile. */
  public Attributes resourceAttributes() {
    return resourceAttributes;
  }

  /** Null unless the kind is {@link ExporterKind#FILE}. */
  public @Nullable FileSettings file() {
    return file;
  }

  /** The same to be changed in parts. */
  public Builder toBuilder() {
    Builder copy = new Builder(name, kind);
    copy.endpoint = endpoint;
    copy.security = security;
    copy.compression = compression;
    copy.level = level;
    copy.headers = headers;
    copy.tls = tls;
    copy.timeout = timeout;
    copy.retry = retry;
    copy.queue = queue;
    copy.maxRequestBytes = maxRequestBytes;
    copy.resourceAttributes = resourceAttributes;
    copy.file = file;
    return copy;
  }

  private List<Object> parts() {
    return Arrays.asList(
        name,
        kind,
        endpoint,
        security,
        compression,
        level,
        headers,
        tls,
        timeout,
        retry,
        queue,
        maxRequestBytes,
        resourceAttributes,
        file);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ExporterSettings && ((ExporterSettings) other).parts().equals(parts());
  }

  @Override
  public int hashCode() {
    return parts().hashCode();
  }

  @Override
  public String toString() {
    return "ExporterSettings["
        + name
        + ", "
        + kind
        + ", "
        + (file == null ? endpoint : file)
        + ", "
        + security
        + ", "
        + compression
        + ", level "
        + level
        + ", headers "
        + headers.keySet()
        + ", "
        + tls
        + ", timeout "
        + timeout
        + ", "
        + retry
        + ", "
        + queue
        + ", "
        + maxRequestBytes
        + " bytes, resource "
        + resourceAttributes
        + "]";
  }

  /** Confined to the thread that builds. */
  public static final class Builder {
    private final String name;
    private final ExporterKind kind;
    private String endpoint = "";
    private ChannelSecurity security = ChannelSecurity.TLS;
    private Compression compression = Compression.GZIP;
    private LevelChoice level = LevelChoice.AUTO;
    private Map<String, String> headers = Collections.emptyMap();
    private TlsSettings tls = TlsSettings.DEFAULT;
    private Duration timeout = DEFAULT_TIMEOUT;
    private RetrySettings retry = RetrySettings.DEFAULT;
    private QueueSettings queue = QueueSettings.DEFAULT;
    private int maxRequestBytes = DEFAULT_MAX_REQUEST_BYTES;
    private Attributes resourceAttributes = Attributes.EMPTY;
    private @Nullable FileSettings file;

    private Builder(String name, ExporterKind kind) {
      this.name = requireNonNull(name, "name");
      this.kind = requireNonNull(kind, "kind");
    }

    public Builder endpoint(String endpoint) {
      this.endpoint = requireNonNull(endpoint, "endpoint");
      return this;
    }

    public Builder security(ChannelSecurity security) {
      this.security = requireNonNull(security, "security");
      return this;
    }

    public Builder compression(Compression compression) {
      this.compression = requireNonNull(compression, "compression");
      return this;
    }

    public Builder level(LevelChoice level) {
      this.level = requireNonNull(level, "level");
      return this;
    }

    /** Copied by {@link #build}. */
    public Builder headers(Map<String, String> headers) {
      this.headers = requireNonNull(headers, "headers");
      return this;
    }

    public Builder tls(TlsSettings tls) {
      this.tls = requireNonNull(tls, "tls");
      return this;
    }

    public Builder timeout(Duration timeout) {
      this.timeout = requireNonNull(timeout, "timeout");
      return this;
    }

    public Builder retry(RetrySettings retry) {
      this.retry = requireNonNull(retry, "retry");
      return this;
    }

    public Builder queue(QueueSettings queue) {
      this.queue = requireNonNull(queue, "queue");
      return this;
    }

    public Builder maxRequestBytes(int maxRequestBytes) {
      this.maxRequestBytes = maxRequestBytes;
      return this;
    }

    public Builder resourceAttributes(Attributes resourceAttributes) {
      this.resourceAttributes = requireNonNull(resourceAttributes, "resourceAttributes");
      return this;
    }

    public Builder file(FileSettings file) {
      this.file = requireNonNull(file, "file");
      return this;
    }

    /**
     * @throws IllegalArgumentException if a bound is out of range, or the endpoint or the directory
     *     that the kind needs is missing
     */
    public ExporterSettings build() {
      Bounds.positive("timeout", timeout);
      Bounds.atLeast("maximum request bytes", maxRequestBytes, SMALLEST_MAX_REQUEST_BYTES);
      Bounds.atMost("maximum request bytes", maxRequestBytes, LARGEST_MAX_REQUEST_BYTES);
      if (name.isEmpty()) {
        throw new IllegalArgumentException("an exporter's name is never empty");
      }
      if ((kind == ExporterKind.FILE) != (file != null)) {
        throw new IllegalArgumentException(
            "exporter "
                + name
                + " is of kind "
                + kind
                + " and has "
                + (file == null ? "no directory" : "a directory, which only kind file takes"));
      }
      if ((kind == ExporterKind.FILE) != endpoint.isEmpty()) {
        throw new IllegalArgumentException(
            "exporter "
                + name
                + " is of kind "
                + kind
                + " and has "
                + (endpoint.isEmpty()
                    ? "no endpoint"
                    : "an endpoint, which kind file does not take"));
      }
      return new ExporterSettings(this);
    }
  }
}
