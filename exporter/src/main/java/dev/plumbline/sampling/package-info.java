/**
 * From annotated records to samples (hop 4): what the annotations of a data source ask to be read,
 * and the aggregator that merges equal samples into windows. The compatibility contract is §8 of
 * the study of Inspektor Gadget. Mappings are immutable; an aggregator belongs to the one thread
 * that feeds it.
 */
@NullMarked
package dev.plumbline.sampling;

import org.jspecify.annotations.NullMarked;
