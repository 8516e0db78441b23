/**
 * What the agent may cost, measured against its bars. A bar holds if the median keeps it or the 95
 * % interval of the median contains it. Minutes long, so {@code make bars} runs them.
 */
@NullMarked
package dev.plumbline.it.bars;

import org.jspecify.annotations.NullMarked;
