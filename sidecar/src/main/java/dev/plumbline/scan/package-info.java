/**
 * From a selection to its samples: which windows of the store belong to a range, which of their
 * samples fulfil the conditions, and how they add up (flows over time and processes; stocks
 * averaged over time). A scan streams over the files, one open at a time, on the query's thread.
 */
@NullMarked
package dev.plumbline.scan;

import org.jspecify.annotations.NullMarked;
