/**
 * The extensions of a configuration that authenticate, with the names and keys of the OpenTelemetry
 * Collector: what a client shows of itself, and what a server asks of its clients. Values, and
 * guards that any thread may ask; files with credentials are read when they are needed, so that a
 * change counts at once. No text of them is ever shown.
 */
@NullMarked
package dev.plumbline.extension;

import org.jspecify.annotations.NullMarked;
