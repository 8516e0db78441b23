/**
 * A merged profile as a tree of functions: built of the stacks of many files, compared with
 * another, cut down to a part. Values only; what is drawn of a tree is made in {@code
 * dev.plumbline.view}.
 */
@NullMarked
package dev.plumbline.tree;

import org.jspecify.annotations.NullMarked;
