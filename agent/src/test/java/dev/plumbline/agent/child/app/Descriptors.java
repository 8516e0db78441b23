package dev.plumbline.agent.child.app;

import java.nio.charset.StandardCharsets;

/** Waits for the profiler, then prints the open files of a child that it starts. */
public final class Descriptors {
  private Descriptors() {}

  public static void main(String[] arguments) throws Exception {
    Busy.class.getName();
    long end = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000;
    while (System.nanoTime() < end) {
      Thread.sleep(10);
    }
    Process child = new ProcessBuilder("ls", "-l", "/proc/self/fd").start();
    System.out.print(new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    System.exit(child.waitFor());
  }
}
