/**
 * Profile files of every kind, told apart by their content, and the forms in which people want them
 * ({@code plumbline convert}). Readers are bounded; a line that cannot be read is counted and
 * shown, never guessed. Stateless but where said.
 */
@NullMarked
package dev.plumbline.format;

import org.jspecify.annotations.NullMarked;
