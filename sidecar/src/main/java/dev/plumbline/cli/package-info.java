/**
 * The command line: flags as users of {@code ig run} know them, messages of one line, exit codes 0
 * and 1. Confined to the main thread, but for signals.
 */
@NullMarked
package dev.plumbline.cli;

import org.jspecify.annotations.NullMarked;
