/** Text of profiles line by line, and the lines that could not be read. Confined to one read. */
@NullMarked
package dev.plumbline.format.text;

import org.jspecify.annotations.NullMarked;
