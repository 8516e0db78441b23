package dev.plumbline.agent.child.app;

import java.util.ArrayList;
import java.util.List;

/** Computes for as many milliseconds as its argument says, prints one line, ends with code 7. */
public final class Busy {
  private static double sink;

  private Busy() {}

  public static void main(String[] arguments) {
    long end = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000;
    List<byte[]> garbage = new ArrayList<>();
    while (System.nanoTime() < end) {
      for (int i = 0; i < 10_000; i++) {
        sink += Math.sin(i);
      }
      garbage.add(new byte[10_000]);
      if (garbage.size() > 100) {
        garbage.clear();
      }
    }
    System.out.println("done");
    System.exit(sink == 42 ? 8 : 7);
  }
}
