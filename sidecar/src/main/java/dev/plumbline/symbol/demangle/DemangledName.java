package dev.plumbline.symbol.demangle;

/** A readable name and the language whose scheme it was mangled by. Immutable. */
public record DemangledName(String text, Language language) {
  /** By what scheme a name was mangled. */
  public enum Language {
    /** Itanium C++ ABI. */
    CPP,
    /** Rust, legacy or v0. */
    RUST,
    /** Not mangled, or by a scheme that we do not read: the text is the symbol. */
    OTHER
  }
}
