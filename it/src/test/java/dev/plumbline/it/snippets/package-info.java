/**
 * The blocks of ig's documentation on exporting profiles, run as they stand. All are taken; none is
 * refused.
 */
@NullMarked
package dev.plumbline.it.snippets;

import org.jspecify.annotations.NullMarked;
