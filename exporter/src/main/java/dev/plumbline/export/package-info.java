/**
 * From a window to a receiver: the exporter with its queue (hop 6), the senders (hop 7) and the
 * accounts of what was exported, dropped, rejected or is held (hop 8).
 */
@NullMarked
package dev.plumbline.export;

import org.jspecify.annotations.NullMarked;
