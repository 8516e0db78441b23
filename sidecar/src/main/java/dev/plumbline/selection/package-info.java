/**
 * Which containers are profiled: the selectors of the command line as a predicate, and as cgroup
 * ids for the filter in the kernel. Selectors are immutable; {@link
 * dev.plumbline.selection.CgroupSelection} belongs to the thread that owns the container catalog.
 */
@NullMarked
package dev.plumbline.selection;

import org.jspecify.annotations.NullMarked;
