package dev.plumbline.listen.grpc;

import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;

/** Answers calls of one unary gRPC method. Called on worker threads, several at a time. */
@FunctionalInterface
public interface GrpcHandler {
  /**
   * What it throws becomes a status: a {@link RefusedException} by its HTTP status, anything else
   * INTERNAL.
   *
   * @param message inflated, within the route's limit; the handler owns it
   * @param call headers and peer; its body is the frame as it came
   */
  GrpcReply handle(byte[] message, Request call) throws Exception;
}
