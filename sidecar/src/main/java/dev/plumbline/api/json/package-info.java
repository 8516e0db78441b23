/** The pieces that the API's answers are written with. */
@NullMarked
package dev.plumbline.api.json;

import org.jspecify.annotations.NullMarked;
