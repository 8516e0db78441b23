package dev.plumbline.agent.child.app;

import java.util.TreeSet;

/**
 * Prints the names of all system properties, a line each, and whether the JVM started a process.
 */
public final class Properties {
  private Properties() {}

  public static void main(String[] arguments) throws Exception {
    Thread.sleep(Long.parseLong(arguments[0]));
    new TreeSet<>(System.getProperties().stringPropertyNames()).forEach(System.out::println);
    boolean isReaping =
        Thread.getAllStackTraces().keySet().stream()
            .anyMatch(thread -> thread.getName().startsWith("process reaper"));
    System.out.println("started a process: " + isReaping);
  }
}
