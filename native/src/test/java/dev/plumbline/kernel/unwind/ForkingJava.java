package dev.plumbline.kernel.unwind;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import java.io.IOException;

/**
 * A JVM that forks children, one after the other, which run Java code. A child has one thread, so
 * that code allocates nothing and is interpreted: it needs no other.
 */
final class ForkingJava {
  private static final int CHILD_SECONDS = 10;

  static volatile long sink;

  private ForkingJava() {}

  static native int fork_child(int seconds);

  static int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
  }

  static void first() {
    sink += fibonacci(15);
  }

  /** Forks as soon as something comes in: what a child calls was called before. */
  public static void main(String[] arguments) throws IOException {
    Native.register(ForkingJava.class, NativeLibrary.getInstance(arguments[0]));
    System.out.println("ready");
    while (System.in.available() == 0) {
      first();
    }
    while (fork_child(CHILD_SECONDS) > 0) {
      // the next one
    }
    while (true) {
      first();
    }
  }
}
