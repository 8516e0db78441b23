/**
 * Child JVMs with the built agent jar: what an application sees of it. Runs on the test's thread.
 */
@NullMarked
package dev.plumbline.agent.child;

import org.jspecify.annotations.NullMarked;
