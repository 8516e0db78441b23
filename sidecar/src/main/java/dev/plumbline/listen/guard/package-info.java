/** Who may ask: credentials of the page and of senders, and the origin of a browser's request. */
@NullMarked
package dev.plumbline.listen.guard;

import org.jspecify.annotations.NullMarked;
