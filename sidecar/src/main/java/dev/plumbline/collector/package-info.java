/**
 * Reads sections of a configuration as the OpenTelemetry Collector writes them: receivers {@code
 * pprof}, HTTP clients and servers, extensions that authenticate. Every key of the Collector is
 * known: it does what it does there, or is refused by name with a reason; none is passed over. All
 * faults of a file are found in one run; nothing is opened. Confined to the thread that reads.
 * Specification: section 1.2 of the receivers' study.
 */
@NullMarked
package dev.plumbline.collector;

import org.jspecify.annotations.NullMarked;
