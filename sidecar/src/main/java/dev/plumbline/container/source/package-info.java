/**
 * Files in which runtimes keep what containers are called, one reader a runtime. They belong to
 * others: every length is bounded. Confined to the thread of the container catalog.
 */
@NullMarked
package dev.plumbline.container.source;

import org.jspecify.annotations.NullMarked;
