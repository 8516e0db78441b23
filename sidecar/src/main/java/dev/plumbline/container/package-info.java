/**
 * Which container a process belongs to and what that container is called: cgroup paths to ids, ids
 * to names, all from files that the runtimes keep, never from their sockets. What is read was
 * written by others and is bounded. Confined to one thread, which may wait for a disk: not the one
 * that drains the rings.
 */
@NullMarked
package dev.plumbline.container;

import org.jspecify.annotations.NullMarked;
