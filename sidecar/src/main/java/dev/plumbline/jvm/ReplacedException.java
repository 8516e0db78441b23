package dev.plumbline.jvm;

import java.io.IOException;

/** Something else stands at the address than when the sample was taken, perhaps. */
final class ReplacedException extends IOException {
  private static final long serialVersionUID = 1L;

  ReplacedException(long address) {
    super("used again: 0x" + Long.toHexString(address));
  }

  /** Thrown per frame in phases of class churn: a trace would cost more than the read. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
