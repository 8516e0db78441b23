package dev.plumbline.probe;

import java.util.Arrays;
import java.util.stream.Collectors;

/** What a thread does that was not heard of for long, in words and places. Stateless. */
public final class ThreadPlace {
  private static final int MAX_PLACES = 12;

  private ThreadPlace() {}

  /** Its state in the first line, below it where it is. */
  public static String of(Thread thread) {
    String places =
        Arrays.stream(thread.getStackTrace())
            .limit(MAX_PLACES)
            .map(place -> "\n  at " + place)
            .collect(Collectors.joining());
    return "its thread " + thread.getName() + " " + words(thread.getState()) + places;
  }

  private static String words(Thread.State state) {
    return switch (state) {
      case NEW -> "has not begun";
      case RUNNABLE -> "works, or waits in the kernel";
      case BLOCKED -> "waits for a lock";
      case WAITING, TIMED_WAITING -> "waits";
      case TERMINATED -> "has ended";
    };
  }
}
