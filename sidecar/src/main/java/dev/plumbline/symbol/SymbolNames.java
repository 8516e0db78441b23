package dev.plumbline.symbol;

import dev.plumbline.symbol.demangle.DemangledName;
import dev.plumbline.symbol.demangle.Demangler;
import java.util.HashMap;
import java.util.Map;

/**
 * Readable names of the symbols of one file: each is demangled once and held once, however many
 * addresses it has. Thread-safe.
 */
final class SymbolNames {
  /** A symbol with its readable name. */
  record Named(String symbol, DemangledName name) {}

  private final Map<String, Named> names = new HashMap<>();

  synchronized Named of(String symbol) {
    return names.computeIfAbsent(symbol, key -> new Named(key, Demangler.demangle(key)));
  }
}
