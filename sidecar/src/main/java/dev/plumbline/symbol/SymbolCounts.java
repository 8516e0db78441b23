package dev.plumbline.symbol;

import static java.util.Objects.requireNonNull;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** The counts of one run. Thread-safe. */
public final class SymbolCounts {
  private final Map<SymbolCount, LongAdder> counts = new EnumMap<>(SymbolCount.class);

  /** All counts at zero. */
  public SymbolCounts() {
    for (SymbolCount count : SymbolCount.values()) {
      counts.put(count, new LongAdder());
    }
  }

  private LongAdder adder(SymbolCount count) {
    return requireNonNull(counts.get(count), "count");
  }

  void increment(SymbolCount count) {
    adder(count).increment();
  }

  /** The value of a count since the start. */
  public long get(SymbolCount count) {
    return adder(count).sum();
  }
}
