/**
 * Unary gRPC over the listeners' HTTP/2: frames, statuses, and a route that takes both off and puts
 * them on. Specification: section 2.1 of the OTLP study.
 */
@NullMarked
package dev.plumbline.listen.grpc;

import org.jspecify.annotations.NullMarked;
