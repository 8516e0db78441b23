/** Real JVMs of their own, with and without the agent, each ended by its test. */
@NullMarked
package dev.plumbline.it.jvm;

import org.jspecify.annotations.NullMarked;
