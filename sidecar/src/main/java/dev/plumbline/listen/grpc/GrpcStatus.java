package dev.plumbline.listen.grpc;

/** The gRPC status codes that we answer with. */
public enum GrpcStatus {
  OK(0),
  INVALID_ARGUMENT(3),
  PERMISSION_DENIED(7),
  RESOURCE_EXHAUSTED(8),
  UNIMPLEMENTED(12),
  INTERNAL(13),
  UNAVAILABLE(14),
  UNAUTHENTICATED(16);

  private final int code;

  GrpcStatus(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  /** What an HTTP status says, in gRPC's words. */
  static GrpcStatus ofHttp(int status) {
    return switch (status) {
      case 400, 422 -> INVALID_ARGUMENT;
      case 401 -> UNAUTHENTICATED;
      case 403 -> PERMISSION_DENIED;
      case 404, 405, 415, 501 -> UNIMPLEMENTED;
      case 413 -> RESOURCE_EXHAUSTED;
      case 429, 503 -> UNAVAILABLE;
      default -> INTERNAL;
    };
  }
}
