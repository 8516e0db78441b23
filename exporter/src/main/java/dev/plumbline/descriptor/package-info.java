/**
 * Descriptors of gadgets: {@code gadget.yaml} (§2.11 of the study of Inspektor Gadget), parsed and
 * validated with the place of every fault, and annotations given at run time. Values are immutable;
 * loading is confined to the calling thread.
 */
@NullMarked
package dev.plumbline.descriptor;

import org.jspecify.annotations.NullMarked;
