/**
 * What every protobuf encoder of ours is made of: lengths before bodies, scalars left out when they
 * are zero, text that every receiver takes. No message of OTLP or pprof is known here. Stateless.
 */
@NullMarked
package dev.plumbline.wire;

import org.jspecify.annotations.NullMarked;
