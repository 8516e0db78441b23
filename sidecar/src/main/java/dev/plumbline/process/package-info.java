/**
 * The processes of the host: who they are, which code they run, and their samples. Three threads:
 * the caller of {@link dev.plumbline.process.HostSampling#poll} takes samples and never waits for a
 * target; {@code plumbline-processes} reads {@code /proc} and writes what the kernel must know;
 * {@code plumbline-tables} builds unwinding tables. They share immutable images of processes.
 */
@NullMarked
package dev.plumbline.process;

import org.jspecify.annotations.NullMarked;
