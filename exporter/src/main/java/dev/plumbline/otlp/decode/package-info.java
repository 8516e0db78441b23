/**
 * OTLP profile requests of others, of any level from 1.7 to 1.11, to tables (§1 of the OTLP study):
 * bounded, with every index checked, so that what comes out of here can be read without a thought
 * for its origin. Decoders keep nothing between requests and are thread-safe.
 */
@NullMarked
package dev.plumbline.otlp.decode;

import org.jspecify.annotations.NullMarked;
