/**
 * The agent's core, behind the isolated class loader: reads the settings, starts the profiler,
 * turns each window's chunks into a request and ends it all in time. Everything runs on the thread
 * {@code plumbline-agent}, but for the shutdown hook, which only waits, and the exporter's own
 * threads.
 */
@NullMarked
package dev.plumbline.agent;

import org.jspecify.annotations.NullMarked;
