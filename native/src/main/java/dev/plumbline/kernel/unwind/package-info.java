/**
 * The sampling programs and what they share with user space: unwinding tables, executable mappings,
 * JVM layouts, sample and lifecycle records. Byte layouts are those of {@code
 * src/main/bpf/records.h}; tests compare the two through BTF. Maps are written by one thread, rings
 * are read by one thread.
 */
@NullMarked
package dev.plumbline.kernel.unwind;

import org.jspecify.annotations.NullMarked;
