package dev.plumbline.it.app;

import java.util.Random;
import java.util.TreeMap;

/**
 * Burns CPU for ever in {@code main > outer > middle > inner > leaf}, with JDK code below inner.
 */
public final class JavaChain {
  private static final int ENTRIES = 1000;

  /** Printed at the end that never comes, so that no compiler removes the work. */
  private static long mixed = 1;

  private JavaChain() {}

  public static void main(String[] arguments) {
    for (int round = 0; mixed != 0; round++) {
      outer(round);
    }
    System.out.println(mixed);
  }

  private static void outer(int round) {
    middle(round);
    mixed++;
  }

  private static void middle(int round) {
    inner(round);
    mixed++;
  }

  private static void inner(int round) {
    final TreeMap<Integer, String> map = new TreeMap<>();
    final Random random = new Random(round);
    for (int i = 0; i < ENTRIES; i++) {
      map.put(random.nextInt(), "value " + i);
    }
    mixed += 1 | map.hashCode() + leaf(20 * ENTRIES);
  }

  private static long leaf(int steps) {
    long sum = 0;
    for (int i = 0; i < steps; i++) {
      sum += (long) i * i ^ sum >> 3;
    }
    return sum;
  }
}
