/**
 * The gadget runtime: a probe and its descriptor become records, each fetch of them goes to the
 * outputs, and each window of them to the exporters. {@link dev.plumbline.run.GadgetRun} is the
 * loop and owns the run's thread; a probe may have a thread of its own that takes samples from the
 * kernel and never waits for a target.
 */
@NullMarked
package dev.plumbline.run;

import org.jspecify.annotations.NullMarked;
