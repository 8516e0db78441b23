/** {@code plumbline serve} as a user starts it: its launcher, real receivers and clients. */
@NullMarked
package dev.plumbline.it.serve;

import org.jspecify.annotations.NullMarked;
