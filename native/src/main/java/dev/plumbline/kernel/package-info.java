/**
 * The kernel from Java: system calls, BPF objects, maps, rings, probes. Calls are direct-mapped by
 * JNA (0.4 µs each); there is no other native code. Nothing here raises a resource limit or reads
 * another process's namespaces. Objects that hold descriptors are closed by their owner and, unless
 * their Javadoc says otherwise, are confined to one thread.
 */
@NullMarked
package dev.plumbline.kernel;

import org.jspecify.annotations.NullMarked;
