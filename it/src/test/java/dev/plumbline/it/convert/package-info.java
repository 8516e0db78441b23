/** {@code plumbline convert} as a user starts it, on files that other programs made. */
@NullMarked
package dev.plumbline.it.convert;

import org.jspecify.annotations.NullMarked;
