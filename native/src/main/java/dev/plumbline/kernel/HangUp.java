package dev.plumbline.kernel;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;

/**
 * SIGHUP of a process whose programs replace each other: it would end one that has no handler yet,
 * and what is ignored stays so in the next program. Thread-safe.
 */
public final class HangUp {
  private static final int SIGHUP = 1;
  private static final long IGNORED = 1;

  /** It takes a number and has no effect, so it may be called at any moment. */
  private static final String WITHOUT_EFFECT = "abs";

  private HangUp() {}

  /** It does nothing from now on; what it did before, for {@link #handle}. */
  public static long ignore() {
    return Libc.handleSignal(SIGHUP, IGNORED);
  }

  /**
   * It has no effect, but is not ignored any more: Java leaves an ignored one as it is, and puts a
   * handler of its own in the place of any other.
   */
  public static void release() {
    handle(Pointer.nativeValue(NativeLibrary.getProcess().getFunction(WITHOUT_EFFECT)));
  }

  public static void handle(long handler) {
    Libc.handleSignal(SIGHUP, handler);
  }
}
