/** Conditions on records and their order, as a user writes them. Belongs to the thread of a run. */
@NullMarked
package dev.plumbline.record;

import org.jspecify.annotations.NullMarked;
