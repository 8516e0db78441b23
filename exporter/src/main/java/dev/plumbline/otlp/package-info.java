/**
 * OTLP Profiles on the wire (hop 5): the levels of the schema, the dictionary, the encoder that
 * writes by hand, splitting below a receiver's limit. Field numbers of OTLP stand here and nowhere
 * else (§1 of the OTLP study).
 */
@NullMarked
package dev.plumbline.otlp;

import org.jspecify.annotations.NullMarked;
