/**
 * What a listener and its handlers agree on: requests, responses, routes, limits, encodings. What
 * surrounds a request is done by {@code dev.plumbline.listen.server}; what it means is a {@link
 * dev.plumbline.listen.Handler}'s. Specification: sections 2.1 and 2.2 of the OTLP study.
 */
@NullMarked
package dev.plumbline.listen;

import org.jspecify.annotations.NullMarked;
