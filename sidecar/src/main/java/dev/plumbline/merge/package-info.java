/**
 * The questions that are asked of the store: merged profiles, timelines, lists of services and
 * attributes, downloads. Each scans the selection ({@code dev.plumbline.scan}), one window at a
 * time, and holds no more than its answer.
 */
@NullMarked
package dev.plumbline.merge;

import org.jspecify.annotations.NullMarked;
