/**
 * Hop 6 in the sidecar: the export queue on disk, one SQLite file for each exporter. {@link
 * dev.plumbline.spool.SpooledExporter} owns the thread {@code plumbline-spool-NAME} and with it the
 * file: it encodes windows, writes them in groups with one sync for each group, hands the oldest to
 * the exporter and deletes what the receiver has. What was accepted survives the end of the process
 * and, by the sync, the loss of power; it is sent at least once, in the order in which it came.
 */
@NullMarked
package dev.plumbline.spool;

import org.jspecify.annotations.NullMarked;
