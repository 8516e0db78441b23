/** The host profiler as a user gets it: the launcher, real kernels, programs of known chains. */
@NullMarked
package dev.plumbline.it.host;

import org.jspecify.annotations.NullMarked;
