/**
 * What the daemon says of itself: the health as JSON, one class for the rows of each kind, and the
 * line that it prints when it is ready. It reads what the other packages hold and changes nothing.
 */
@NullMarked
package dev.plumbline.serve.health;

import org.jspecify.annotations.NullMarked;
