/** What failed, in words for people rather than by the name of a class. Stateless. */
@NullMarked
package dev.plumbline.fault;

import org.jspecify.annotations.NullMarked;
