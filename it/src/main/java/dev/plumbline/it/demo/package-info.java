/** What {@code ./run} starts: an application under the agent, and a first look at its profiles. */
@NullMarked
package dev.plumbline.it.demo;

import org.jspecify.annotations.NullMarked;
