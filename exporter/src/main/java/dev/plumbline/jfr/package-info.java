/**
 * Verified chunks of the Java Flight Recorder format into batches of records (hop 2), with one
 * reader a chunk. Events of async-profiler are what it is made for; the JDK's own events of the
 * same names are read too. Everything here is confined to the thread that decodes, but the batches,
 * which are read by one thread at a time (§3.3 and §4 of the agent study).
 */
@NullMarked
package dev.plumbline.jfr;

import org.jspecify.annotations.NullMarked;
