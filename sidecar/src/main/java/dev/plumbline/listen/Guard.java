package dev.plumbline.listen;

/** Looks at each request before its body is read. Thread-safe; must not block. */
@FunctionalInterface
public interface Guard {
  /** Lets everything pass. */
  Guard NONE = request -> {};

  /**
   * @param request without its body
   * @throws RefusedException if the request may not pass
   */
  void check(Request request) throws RefusedException;

  /** First this, then the other. */
  default Guard and(Guard other) {
    return request -> {
      check(request);
      other.check(request);
    };
  }
}
