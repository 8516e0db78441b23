/** How tests are run. */
@NullMarked
package dev.plumbline.junit;

import org.jspecify.annotations.NullMarked;
