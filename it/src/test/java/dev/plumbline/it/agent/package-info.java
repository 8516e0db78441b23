/** The agent as a user gets it, in a JVM of its own, against receivers that decode the wire. */
@NullMarked
package dev.plumbline.it.agent;

import org.jspecify.annotations.NullMarked;
