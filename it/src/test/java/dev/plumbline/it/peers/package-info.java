/** The agent against peers that nobody here wrote: a Collector, a Pyroscope, a Parca. */
@NullMarked
package dev.plumbline.it.peers;

import org.jspecify.annotations.NullMarked;
