package dev.plumbline.jvm;

/**
 * Loaded again and again under other names of the same length. Runs so long at a time that its
 * caller has next to no time of its own, even where that is interpreted.
 */
public final class Churned0000 implements Runnable {
  static volatile long sink;

  @Override
  public void run() {
    long sum = 0;
    for (int i = 0; i < 30_000; i++) {
      sum += step(i);
    }
    sink = sum;
  }

  private static long step(int value) {
    return (value * 31L) % 1_009L;
  }
}
