package dev.plumbline.it.received;

/** What a function holds of a profile: itself, and with all that it calls. Immutable. */
public final class FunctionValue {
  private final String name;
  private final long self;
  private final long cumulative;

  private FunctionValue(String name, long self, long cumulative) {
    this.name = name;
    this.self = self;
    this.cumulative = cumulative;
  }

  static FunctionValue none(String name) {
    return new FunctionValue(name, 0, 0);
  }

  FunctionValue plus(long moreSelf, long moreCumulative) {
    return new FunctionValue(name, self + moreSelf, cumulative + moreCumulative);
  }

  public String name() {
    return name;
  }

  public long self() {
    return self;
  }

  public long cumulative() {
    return cumulative;
  }
}
