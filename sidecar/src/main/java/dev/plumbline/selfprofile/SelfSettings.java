package dev.plumbline.selfprofile;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Section {@code self} of a receiver {@code pprof}: our agent in our own JVM. Immutable.
 *
 * @param name of the receiver, such as {@code pprof/self}
 * @param exporters names that override the default ones; null for the default
 * @param interval length of a window
 * @param delay from the JVM's start to the profiler's
 * @param blockNanos shortest wait of a parked thread that is kept; 0 and below for none
 * @param mutexEvery one of so many waits for monitors is kept and stands for all; 0 for none, below
 *     for what the agent does by itself
 */
public record SelfSettings(
    String name,
    @Nullable List<String> exporters,
    Duration interval,
    Duration delay,
    long blockNanos,
    long mutexEvery) {
  public SelfSettings {
    requireNonNull(name, "name");
    exporters = exporters == null ? null : List.copyOf(exporters);
    requireNonNull(interval, "interval");
    requireNonNull(delay, "delay");
  }
}
