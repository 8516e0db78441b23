/** What the host's profiler costs, how complete it is, and what it needs, on a quiet machine. */
@NullMarked
package dev.plumbline.it.hostbars;

import org.jspecify.annotations.NullMarked;
