/**
 * What is shown of a merged profile: boxes of a flame graph, totals of functions, callers and
 * callees, matches of a search, two profiles beside each other. Pure functions over trees; none is
 * recursive, so no stack is too deep.
 */
@NullMarked
package dev.plumbline.view;

import org.jspecify.annotations.NullMarked;
