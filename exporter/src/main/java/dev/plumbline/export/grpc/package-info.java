/**
 * OTLP over gRPC (§2.1 of the OTLP study): one channel, one call at a time, no generated stubs, no
 * retry machinery of the library. Confined to the exporter's thread but for closing.
 */
@NullMarked
package dev.plumbline.export.grpc;

import org.jspecify.annotations.NullMarked;
