package dev.plumbline.symbol.go;

/** Takes the ranges of one function in which the stack pointer stands at the same height. */
@FunctionalInterface
public interface StackDeltaVisitor {
  /**
   * One range, in ascending order and without gaps.
   *
   * @param start first address, as linked
   * @param end address behind the last
   * @param delta bytes between the stack pointer and the return address: the return address lies at
   *     stack pointer + delta on x86-64
   */
  void range(long start, long end, int delta);
}
