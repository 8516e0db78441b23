/**
 * Profiles of this process at {@code /debug/pprof}, as every Go server has them: from the JVM's own
 * Flight Recorder, started for the request and stopped with it. Threads stand for goroutines. One
 * recording at a time; it runs on the worker of the request.
 */
@NullMarked
package dev.plumbline.selfprofile;

import org.jspecify.annotations.NullMarked;
