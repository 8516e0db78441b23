/**
 * What the program counts about itself, as numbers with names and labels: sources report them when
 * they are asked, a registry knows the sources, and who serves or prints them gives the sink. Any
 * thread may ask, so sources report what other threads left for them.
 */
@NullMarked
package dev.plumbline.metric;

import org.jspecify.annotations.NullMarked;
