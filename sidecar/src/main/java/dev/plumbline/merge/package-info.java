/**
 * Windows of a selection to one profile: which windows and samples belong to it, how they add up
 * (flows over time and processes; stocks averaged over time), and the tree of functions that comes
 * out. A merge streams over the store, one window at a time, and holds no more than its tree.
 */
@NullMarked
package dev.plumbline.merge;

import org.jspecify.annotations.NullMarked;
