/**
 * Small applications whose profile is known beforehand, because they measure themselves. Tests run
 * them under the agent in a JVM of their own; they know nothing of the profiler. Release 11, so
 * that the oldest supported JDK can run them.
 */
@NullMarked
package dev.plumbline.it.app;

import org.jspecify.annotations.NullMarked;
