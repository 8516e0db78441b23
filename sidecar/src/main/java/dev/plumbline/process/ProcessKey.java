package dev.plumbline.process;

/**
 * A process, told apart from later ones with the same id. Immutable.
 *
 * @param pid process id in the initial pid namespace
 * @param startTicks start in ticks of 10 ms since boot; 0 where the kernel does not let us know
 */
public record ProcessKey(int pid, long startTicks) {}
