package dev.plumbline.otlp;

/** In which kinds the attributes of resources, scopes and samples are written. */
public enum AttributeKinds {
  /**
   * Strings and integers only, the rest as its text: several receivers skip every other kind
   * without a word. The {@code pprof.*} attributes of a scope keep the kind that they are defined
   * with.
   */
  TEXT_AND_INTEGERS,
  /** Every attribute in the kind that it has. */
  ALL
}
