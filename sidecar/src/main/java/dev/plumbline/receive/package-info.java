/**
 * Receivers of pushed profiles (hops 1 to 3): OTLP over gRPC and HTTP, raw pprof over HTTP. Each
 * request is decoded within bounds, made a window, handed over, and answered when it is safe.
 * Called on the listeners' workers, several at a time; nothing here has a thread of its own.
 * Specification: section 2 of the OTLP study, section 2.1 of the receivers' study.
 */
@NullMarked
package dev.plumbline.receive;

import org.jspecify.annotations.NullMarked;
