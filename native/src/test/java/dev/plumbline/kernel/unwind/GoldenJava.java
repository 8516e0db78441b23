package dev.plumbline.kernel.unwind;

import java.util.TreeMap;

/** A Java program with a known chain: interpreted at first, compiled soon, with inlined callees. */
final class GoldenJava {
  static volatile long sink;

  private GoldenJava() {}

  static long fill(int seed) {
    TreeMap<Integer, String> map = new TreeMap<>();
    int key = seed;
    for (int i = 0; i < 2000; i++) {
      key = key * 1_103_515_245 + 12_345;
      map.put(key, "v" + i);
    }
    return map.hashCode();
  }

  static int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
  }

  static void third(int k) {
    sink += fill(k) + fibonacci(18);
  }

  static void second(int k) {
    third(k);
    sink++;
  }

  static void first(int k) {
    second(k);
    sink++;
  }

  public static void main(String[] arguments) {
    for (int k = 0; ; k++) {
      first(k);
    }
  }
}
