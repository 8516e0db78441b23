package dev.plumbline.symbol.go;

/**
 * One logical call at an address. Immutable.
 *
 * @param function name with its package, such as {@code main.(*T).run}
 * @param file source file as the compiler saw it; empty if unknown
 * @param line line in it, 1-based; 0 if unknown
 * @param inlined the call was inlined into the next one of the list
 */
public record GoCall(String function, String file, int line, boolean inlined) {}
