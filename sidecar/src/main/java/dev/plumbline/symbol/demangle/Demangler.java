package dev.plumbline.symbol.demangle;

/**
 * Readable names of mangled symbols. C++ comes out as {@code c++filt} writes it, Rust as {@code
 * rustc-demangle} does with hashes off; so the suffixes of compiler-made clones stay visible in
 * both ({@code [clone .cold]} in C++, {@code .cold} in Rust), and only Rust's {@code .llvm.NUMBER},
 * which marks no clone, is dropped. Everything else stays as it is. Thread-safe.
 */
public final class Demangler {
  /** Longest mangled name that is read, in characters. */
  public static final int MAX_MANGLED_CHARACTERS = 64 * 1024;

  private Demangler() {}

  /** The readable name of a symbol, or the symbol itself. */
  public static DemangledName demangle(String symbol) {
    if (symbol.length() > MAX_MANGLED_CHARACTERS || !symbol.startsWith("_")) {
      return new DemangledName(symbol, DemangledName.Language.OTHER);
    }
    String rust = RustLegacyName.demangle(symbol);
    rust = rust == null ? RustV0Name.demangle(symbol) : rust;
    if (rust != null) {
      return new DemangledName(rust, DemangledName.Language.RUST);
    }
    String cpp = CppName.demangle(symbol);
    return cpp != null
        ? new DemangledName(cpp, DemangledName.Language.CPP)
        : new DemangledName(symbol, DemangledName.Language.OTHER);
  }
}
