/**
 * What an exporter and those who send for it have in common (hop 7): the encoded request, the
 * attempt to send it, what became of it, and the question for the receiver's level. An encoder
 * needs no more of the export than this.
 */
@NullMarked
package dev.plumbline.export.sender;

import org.jspecify.annotations.NullMarked;
