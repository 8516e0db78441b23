/** JMH benchmarks: what a window costs. Started by {@code make bench}, never by a test run. */
@NullMarked
package dev.plumbline.it.bench;

import org.jspecify.annotations.NullMarked;
