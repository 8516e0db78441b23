/**
 * What receivers got, decoded by the generated classes of the OTLP schema, which nobody here wrote,
 * and questions about it: the share of a function, the attributes of a resource.
 */
@NullMarked
package dev.plumbline.it.received;

import org.jspecify.annotations.NullMarked;
