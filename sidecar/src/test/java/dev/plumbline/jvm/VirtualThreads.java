package dev.plumbline.jvm;

/** Work on a virtual thread; by reflection, since the tests compile for a JDK without them. */
final class VirtualThreads {
  static volatile long sink;

  private VirtualThreads() {}

  public static void main(String[] arguments) throws Exception {
    boolean yields = arguments[0].equals("yields");
    Runnable work = () -> work(yields);
    Thread thread =
        (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
    thread.join();
  }

  static void work(boolean yields) {
    System.out.println("WORKING");
    for (int round = 0; ; round++) {
      sink += spin(round);
      if (yields && round % 64 == 0) {
        Thread.yield(); // frozen and thawed: outer frames come back lazily
      }
    }
  }

  static long spin(int round) {
    long sum = 0;
    for (int i = 0; i < 20_000; i++) {
      sum += (i ^ round) % 1_003L;
    }
    return sum;
  }
}
