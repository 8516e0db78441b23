package dev.plumbline.kernel;

/** The scheduler's priority of threads, which Java's own priorities do not change. Stateless. */
public final class ThreadPriority {
  private ThreadPriority() {}

  /** Sets the nice value of the calling thread; false where that is refused. */
  public static boolean setNice(int nice) {
    return Libc.setNice(nice) == 0;
  }
}
