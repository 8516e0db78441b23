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

  /** Objects and map entry of a name, beside its characters. */
  private static final int NAME_BYTES = 150;

  private final Map<String, Named> names = new HashMap<>();
  private long heapBytes;

  synchronized Named of(String symbol) {
    return names.computeIfAbsent(symbol, this::named);
  }

  private Named named(String symbol) {
    Named named = new Named(symbol, Demangler.demangle(symbol));
    heapBytes += NAME_BYTES + symbol.length() + named.name.text().length();
    return named;
  }

  /** Roughly the heap that this holds, in bytes. */
  synchronized long heapBytes() {
    return heapBytes;
  }
}
