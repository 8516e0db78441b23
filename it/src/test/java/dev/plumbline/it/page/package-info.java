/**
 * The page in a real browser: each feature, and pictures of the main views for people to look at.
 */
@NullMarked
package dev.plumbline.it.page;

import org.jspecify.annotations.NullMarked;
