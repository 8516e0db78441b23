package dev.plumbline.serve.config;

/** What a receiver understands. */
public enum ReceiverKind {
  OTLP_GRPC("otlp/grpc", 4317),
  OTLP_HTTP("otlp/http", 4318),
  PROFILING_UPLOAD("profiling_upload", 8028),
  /** Never on by itself, as in the Collector. */
  PPROF_SERVER("pprof/server", 0);

  private final String label;
  private final int defaultPort;

  ReceiverKind(String label, int defaultPort) {
    this.label = label;
    this.defaultPort = defaultPort;
  }

  /** For people, logs and counters. */
  public String label() {
    return label;
  }

  /** On loopback, where no endpoint is named; 0 for a kind that needs one. */
  public int defaultPort() {
    return defaultPort;
  }
}
