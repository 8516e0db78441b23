/**
 * Puts an exporter together from its settings: the one place that knows all the senders. Immutable
 * and without threads.
 */
@NullMarked
package dev.plumbline.export.assembly;

import org.jspecify.annotations.NullMarked;
