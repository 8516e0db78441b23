/** x. */
@NullMarked
package dev.plumbline.profile;

import org.jspecify.annotations.NullMarked;
