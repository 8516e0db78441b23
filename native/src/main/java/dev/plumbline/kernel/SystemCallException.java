package dev.plumbline.kernel;

import java.io.IOException;

/** The kernel refused a call; the number tells callers what to do about it. */
public class SystemCallException extends IOException {
  private static final long serialVersionUID = 1L;

  private final int errno;

  SystemCallException(String call, int errno) {
    this(call, errno, "");
  }

  SystemCallException(String call, int errno, String detail) {
    super(call + ": " + Errno.name(errno) + detail);
    this.errno = errno;
  }

  /** The positive error number. */
  public final int errno() {
    return errno;
  }

  /** {@code EPERM} or {@code EACCES}: a capability, a seccomp filter or a sysctl is in the way. */
  public final boolean isDenied() {
    return errno == Errno.EPERM || errno == Errno.EACCES;
  }

  /** The map, table or device is full ({@code E2BIG}, {@code ENOSPC}, {@code ENOMEM}). */
  public final boolean isFull() {
    return errno == Errno.E2BIG || errno == Errno.ENOSPC || errno == Errno.ENOMEM;
  }

  /** What the call is about does not exist, or no more ({@code ENOENT}, {@code ESRCH}). */
  public final boolean isGone() {
    return errno == Errno.ENOENT || errno == Errno.ESRCH;
  }
}
