/**
 * Gadgets of a user's: a BPF object with its conventions, read by its types, loaded, attached, and
 * its maps and rings as records. Belongs to the thread of a run.
 */
@NullMarked
package dev.plumbline.object;

import org.jspecify.annotations.NullMarked;
