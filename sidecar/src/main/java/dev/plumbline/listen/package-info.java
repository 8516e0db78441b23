/**
 * The one server stack: listeners for HTTP/1.1, HTTP/2 and unary gRPC, each with its routes. What
 * surrounds a request is done here (limits, encodings, host and origin, credentials, gRPC framing);
 * what it means is a {@link dev.plumbline.listen.Handler}'s. Bytes come in on the event loops and
 * are handed over whole and bounded to worker threads, where handlers may block. No type of the
 * server library leaves this package. Specification: sections 2.1 and 2.2 of the OTLP study.
 */
@NullMarked
package dev.plumbline.listen;

import org.jspecify.annotations.NullMarked;
