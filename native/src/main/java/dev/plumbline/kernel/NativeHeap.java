package dev.plumbline.kernel;

/**
 * What native code of this process has allocated: the JVM's compilers above all, and SQLite. glibc
 * keeps what they free for itself, tens of megabytes that nobody uses. Stateless, thread-safe.
 */
public final class NativeHeap {
  private NativeHeap() {}

  /**
   * Gives what is free back to the kernel; takes some milliseconds.
   *
   * @return false where the C library cannot
   */
  public static boolean trim() {
    return Libc.trimHeap();
  }
}
