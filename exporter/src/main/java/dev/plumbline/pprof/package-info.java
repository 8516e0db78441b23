/**
 * The pprof format (§3 of the OTLP study): what {@code go tool pprof} and every tool after it
 * reads. Field numbers of {@code profile.proto} stand here and nowhere else.
 */
@NullMarked
package dev.plumbline.pprof;

import org.jspecify.annotations.NullMarked;
