package dev.plumbline.jvm;

import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/**
 * A program whose chains are known: each of several works is called as main, outer, middle, work.
 * In the first round each work prints who called it at which lines, as the JVM itself sees it.
 */
final class KnownChain {
  private static final int FIRST_ROUND = 0;

  static volatile long sink;

  private KnownChain() {}

  public static void main(String[] arguments) {
    boolean isNative = arguments.length > 0;
    if (isNative) {
      System.load(arguments[0]);
    }
    for (int round = FIRST_ROUND; ; round++) {
      sink += outer(round, isNative);
    }
  }

  static long outer(int round, boolean isNative) {
    return middle(round, isNative) + 1;
  }

  static long middle(int round, boolean isNative) {
    if (isNative) {
      return natives(round);
    }
    long sum = hot(round);
    sum += collections(round);
    sum += throwing(round);
    return sum + lambdas(round);
  }

  /** Small callees, inlined by both compilers. */
  static long hot(int round) {
    if (round == FIRST_ROUND) {
      report("hot");
    }
    long sum = 0;
    for (int i = 0; i < 20_000; i++) {
      sum += inlinedOuter(i ^ round);
    }
    return sum;
  }

  static long inlinedOuter(int value) {
    return inlinedInner(value) ^ value;
  }

  static long inlinedInner(int value) {
    return (value * 31L) % 1_000_003L;
  }

  static long collections(int round) {
    if (round == FIRST_ROUND) {
      report("collections");
    }
    TreeMap<Integer, String> map = new TreeMap<>();
    int key = round;
    for (int i = 0; i < 300; i++) {
      key = key * 1_103_515_245 + 12_345;
      map.put(key, "v");
    }
    return map.size();
  }

  static long throwing(int round) {
    if (round == FIRST_ROUND) {
      report("throwing");
    }
    long caught = 0;
    for (int i = 0; i < 40; i++) {
      try {
        caught += thrower(i);
      } catch (IllegalStateException e) {
        caught += e.getStackTrace().length;
      }
    }
    return caught;
  }

  static int thrower(int i) {
    if (i % 2 == 0) {
      throw new IllegalStateException("even");
    }
    return i;
  }

  static long lambdas(int round) {
    if (round == FIRST_ROUND) {
      report("lambdas");
    }
    int shift = round & 7;
    IntUnaryOperator operator = value -> (value << shift) % 10_007;
    long sum = 0;
    for (int i = 0; i < 20_000; i++) {
      sum += operator.applyAsInt(i);
    }
    return sum;
  }

  static long natives(int round) {
    if (round == FIRST_ROUND) {
      report("natives");
    }
    return spin(200_000);
  }

  static native long spin(int times);

  private static void report(String work) {
    StringBuilder callers = new StringBuilder("CALLERS ").append(work).append(' ');
    StackTraceElement[] stack = new Throwable().getStackTrace();
    for (int i = 2; i < stack.length; i++) {
      callers.append(stack[i].getMethodName()).append(':');
      callers.append(stack[i].getLineNumber()).append(';');
    }
    System.out.println(callers);
  }
}
