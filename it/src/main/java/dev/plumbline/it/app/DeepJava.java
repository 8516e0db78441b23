package dev.plumbline.it.app;

/** Spends its time below as many calls of {@code descend} as its argument says. */
public final class DeepJava {
  /** Printed at the end that never comes, so that no compiler removes the work. */
  private static long count;

  private DeepJava() {}

  public static void main(String[] arguments) {
    int depth = Integer.parseInt(arguments[0]);
    while (count >= 0) {
      descend(depth);
    }
    System.out.println(count);
  }

  private static void descend(int depth) {
    if (depth == 1) {
      for (int i = 0; i < 1_000_000; i++) {
        count = count + i & Long.MAX_VALUE;
      }
    } else {
      descend(depth - 1);
    }
  }
}
