package dev.plumbline.agent.child.app;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps objects and native memory and lets a thread sleep while it computes for as many
 * milliseconds as its argument says.
 */
public final class Varied {
  private static final List<Object> kept = new ArrayList<>();

  private Varied() {}

  public static void main(String[] arguments) {
    long end = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000;
    Thread sleeper = new Thread(Varied::sleep, "sleeper");
    sleeper.setDaemon(true);
    sleeper.start();
    double sum = 0;
    while (System.nanoTime() < end) {
      for (int i = 0; i < 100_000; i++) {
        sum += Math.sin(i);
      }
      if (kept.size() < 2_000) {
        kept.add(new byte[16_000]);
        kept.add(ByteBuffer.allocateDirect(16_000));
      }
    }
    System.out.println(sum == 42 ? "odd" : "done");
  }

  private static void sleep() {
    try {
      Thread.sleep(60_000);
    } catch (InterruptedException ignored) {
      Thread.currentThread().interrupt();
    }
  }
}
