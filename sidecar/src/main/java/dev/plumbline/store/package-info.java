/**
 * The embedded store: windows of all sources on disk, in files of about an hour, within a bound of
 * age and bytes. One thread writes ({@code plumbline-store}); any thread reads. Every window that
 * is not kept is counted with its reason.
 */
@NullMarked
package dev.plumbline.store;

import org.jspecify.annotations.NullMarked;
