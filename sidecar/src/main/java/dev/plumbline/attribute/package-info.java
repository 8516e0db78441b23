/**
 * What is known of a process beside its stacks: names, owner, parent, unit and container, as the
 * fields that Inspektor Gadget has, and as a resource with semantic-convention names. Values are
 * immutable; catalogs are confined to the thread that owns the container catalog.
 */
@NullMarked
package dev.plumbline.attribute;

import org.jspecify.annotations.NullMarked;
