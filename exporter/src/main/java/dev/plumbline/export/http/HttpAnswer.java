package dev.plumbline.export.http;

import org.jspecify.annotations.Nullable;

/** A whole response, its body bounded by whoever asked. Immutable but for the array. */
final class HttpAnswer {
  private final int status;
  private final @Nullable String retryAfter;
  private final String contentType;
  private final byte[] body;

  HttpAnswer(int status, @Nullable String retryAfter, String contentType, byte[] body) {
    this.status = status;
    this.retryAfter = retryAfter;
    this.contentType = contentType;
    this.body = body;
  }

  int status() {
    return status;
  }

  /** Null if absent. */
  @Nullable String retryAfter() {
    return retryAfter;
  }

  /** Empty if absent. */
  String contentType() {
    return contentType;
  }

  /** Not to be changed. */
  byte[] body() {
    return body;
  }
}
