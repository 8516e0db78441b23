/**
 * What {@code plumbline run} shows: records as columns, JSON or YAML each time they are fetched,
 * and the profile of a whole run as folded stacks, pprof or OTLP at its end. All of it is confined
 * to the thread of the run.
 */
@NullMarked
package dev.plumbline.output;

import org.jspecify.annotations.NullMarked;
