/**
 * What the senders over a network share: the event loop, TLS with files that are read again when
 * they change, and the reading of what a receiver says. Confined to an exporter's thread unless a
 * class says otherwise.
 */
@NullMarked
package dev.plumbline.export.transport;

import org.jspecify.annotations.NullMarked;
