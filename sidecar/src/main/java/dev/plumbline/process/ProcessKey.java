package dev.plumbline.process;

import org.jspecify.annotations.Nullable;

/**
 * A process, told apart from later ones with the same id. Immutable.
 *
 * @param pid process id in the initial pid namespace
 * @param startTicks start in ticks of 10 ms since boot; 0 where the kernel does not let us know
 */
public record ProcessKey(int pid, long startTicks) {
  @Override
  public boolean equals(@Nullable Object o) {
    return o instanceof ProcessKey other && pid == other.pid && startTicks == other.startTicks;
  }

  @Override
  public int hashCode() {
    return 31 * pid + Long.hashCode(startTicks);
  }
}
