/** Small applications that the child JVMs run; main thread only. */
@NullMarked
package dev.plumbline.agent.child.app;

import org.jspecify.annotations.NullMarked;
