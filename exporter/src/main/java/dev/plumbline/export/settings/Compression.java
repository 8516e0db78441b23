package dev.plumbline.export.settings;

/** Compression of request bodies; every OTLP receiver must take both. */
public enum Compression {
  GZIP("gzip"),
  NONE("none");

  private final String text;

  Compression(String text) {
    this.text = text;
  }

  /** As the key {@code compression} of the configuration spells it. */
  public String text() {
    return text;
  }

  @Override
  public String toString() {
    return text;
  }
}
