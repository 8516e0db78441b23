/**
 * What a gadget is, and what every one hands over: records by data source, with what is known of
 * their processes. Belongs to the thread of its run.
 */
@NullMarked
package dev.plumbline.probe;

import org.jspecify.annotations.NullMarked;
