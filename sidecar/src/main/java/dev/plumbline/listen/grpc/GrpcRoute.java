package dev.plumbline.listen.grpc;

import dev.plumbline.listen.Route;

/** Routes of unary gRPC methods. Stateless. */
public final class GrpcRoute {
  private GrpcRoute() {}

  /**
   * A unary method.
   *
   * @param service with its package
   * @param maxMessageBytes inflated and as it comes; more is RESOURCE_EXHAUSTED
   */
  public static Route of(String service, String method, int maxMessageBytes, GrpcHandler handler) {
    return Route.post(
            "/" + service + "/" + method,
            maxMessageBytes + GrpcFrame.HEADER_BYTES,
            new GrpcCall(maxMessageBytes, handler))
        .answering((head, refusal) -> GrpcCall.refusal(refusal))
        .overHttp2();
  }
}
