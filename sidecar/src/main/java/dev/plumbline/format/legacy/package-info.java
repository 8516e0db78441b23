/**
 * The profiles that came before {@code profile.proto}, which Go's tools still read (§3.3 of the
 * OTLP study): texts of counts, heaps, contentions and threads, binary CPU profiles, and the Java
 * forms of these. Each reader is confined to one read.
 */
@NullMarked
package dev.plumbline.format.legacy;

import org.jspecify.annotations.NullMarked;
