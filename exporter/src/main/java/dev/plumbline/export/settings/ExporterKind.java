package dev.plumbline.export.settings;

/** How an exporter moves its requests. */
public enum ExporterKind {
  OTLP_GRPC("otlp-grpc"),
  OTLP_HTTP("otlp-http"),
  FILE("file");

  private final String text;

  ExporterKind(String text) {
    this.text = text;
  }

  /** As the key {@code exporter} of the configuration spells it. */
  public String text() {
    return text;
  }

  @Override
  public String toString() {
    return text;
  }
}
