/**
 * Load under which the agent's cost is measured: operations per second of CPU, with the agent on
 * and off in turns inside one JVM, so that what else the machine does falls on both alike.
 */
@NullMarked
package dev.plumbline.it.load;

import org.jspecify.annotations.NullMarked;
