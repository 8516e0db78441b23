/** Regular expressions of users, held to a bound of length and of work. */
@NullMarked
package dev.plumbline.pattern;

import org.jspecify.annotations.NullMarked;
