/**
 * Received profiles to the model, and pprof to OTLP and back (§4 of the OTLP study). Conversions
 * are functions: they keep nothing, and what they cannot say in the other format is counted or
 * documented where it is left out. Thread-safe.
 */
@NullMarked
package dev.plumbline.convert;

import org.jspecify.annotations.NullMarked;
