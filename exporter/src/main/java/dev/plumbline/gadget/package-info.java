/**
 * The data-source model: data sources, fields, annotations and batches of records, as Inspektor
 * Gadget's users know them (study of Inspektor Gadget §2), with stack traces as typed values and
 * never as text inside the product. Everything is immutable; a batch is read by one thread at a
 * time.
 */
@NullMarked
package dev.plumbline.gadget;

import org.jspecify.annotations.NullMarked;
